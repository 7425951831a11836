/// Small resources of our own, with what is easily lost on the way: exact decimals, escapes, extensions of primitives, elements that
/// no release knows, white space.
enum Examples {
    static let patient = """
        {
          "resourceType" : "Patient",
          "id" : "amara-okafor",
          "meta" : {"profile": ["http://careline.example/StructureDefinition/patient"], "versionId": "77", "lastUpdated": "2001-01-01T00:00:00Z"},
          "name" : [{"family": "Okafor-Lindqvist", "given": ["Amara", "J\\u00e9r\\u00f4me \\"J\\""], "_given": [null, {"id": "g2"}]}],
          "birthDate" : "1984-02-29",
          "_birthDate": {"extension": [{"url": "http://careline.example/birth-time", "valueDateTime": "1984-02-29T04:05:06.007-06:00"}]},
          "notInAnyRelease": {"deep": [1.0, 1.00, 1e2, -0.0, 12345678901234567890.123456789012345678901234567890]}
        }
        """

    static func heartRate(_ value: String = "62.50", at time: String = "2026-03-06T11:10:00-06:00", status: String = "final", code: String = "40443-4") -> String {
        """
        {"resourceType":"Observation","status":"\(status)","code":{"coding":[{"system":"http://snomed.info/sct","code":"444981005"},\
        {"system":"http://loinc.org","code":"\(code)","display":"Heart rate --resting"}],"text":"Resting pulse of Amara"},\
        "effectiveDateTime":"\(time)","valueQuantity":{"value":\(value),"unit":"beats/minute","system":"http://unitsofmeasure.org","code":"/min"}}
        """
    }

    static let bundle = """
        {"resourceType":"Bundle","type":"transaction","entry":[
          {"fullUrl":"urn:uuid:0f5a7c1e-8f5c-4a43-9c0f-0d8a3a5f7b11","resource":{"resourceType":"Patient","id":"0f5a7c1e-8f5c-4a43-9c0f-0d8a3a5f7b11","gender":"female"},
           "request":{"method":"POST","url":"Patient"}},
          {"fullUrl":"urn:uuid:0f5a7c1e-8f5c-4a43-9c0f-0d8a3a5f7b12","resource":{"resourceType":"Condition","subject":{"reference":"urn:uuid:0f5a7c1e-8f5c-4a43-9c0f-0d8a3a5f7b11"},
           "code":{"text":"Seasonal allergic rhinitis"}},"request":{"method":"POST","url":"Condition"}}]}
        """
}
