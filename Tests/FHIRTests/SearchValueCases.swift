/// Resources, a parameter of their type, and what they are found by.
enum SearchValueCases {
    struct Case: Sendable {
        let resource: String
        let code: String
        let expected: [String]

        init(_ resource: String, _ code: String, _ expected: [String]) { (self.resource, self.code, self.expected) = (resource, code, expected) }
    }

    static let all = tokens + strings + references + dates + numbers + composites + every

    private static func observation(_ members: String) -> String { #"{"resourceType":"Observation",\#(members)}"# }
    private static func patient(_ members: String) -> String { #"{"resourceType":"Patient",\#(members)}"# }

    private static let tokens: [Case] = [
        Case(observation(#""status":"final""#), "status", ["token |final|"]),
        Case(observation(#""code":{"coding":[{"system":"s","code":"c","display":"d"}]}"#), "code", ["token s|c|d"]),
        Case(observation(#""code":{"coding":[{"system":"s","code":"c"},{"code":"e"}],"text":"t"}"#), "code", ["token s|c|", "token |e|", "token ||t"]),
        Case(observation(#""code":{"text":"t"}"#), "code", ["token ||t"]), Case(observation(#""code":{"coding":[{}]}"#), "code", []),
        Case(observation(#""code":{"coding":[{"code":"c"},{"code":"c"}]}"#), "code", ["token |c|"]),
        Case(observation(#""c\u006fde":{"coding":[{"c\u006fde":"\u0063"}]}"#), "code", ["token |c|"]),
        Case(observation(#""category":[{"coding":[{"code":"a"}]},{"coding":[{"code":"b"}]}]"#), "category", ["token |a|", "token |b|"]),
        Case(observation(#""valueCodeableConcept":{"coding":[{"code":"v"}]}"#), "value-concept", ["token |v|"]),
        Case(observation(#""valueQuantity":{"value":1}"#), "value-concept", []),
        Case(observation(#""component":[{"valueCodeableConcept":{"coding":[{"code":"x"}]}}]"#), "combo-value-concept", ["token |x|"]),
        Case(observation(#""identifier":[{"system":"s","value":"v","type":{"text":"MRN"}}]"#), "identifier", ["token s|v|MRN"]),
        Case(observation(#""identifier":[{"value":"v","type":{"coding":[{"display":"Record"}]}}]"#), "identifier", ["token |v|Record"]),
        Case(patient(#""active":true"#), "active", ["token |true|"]), Case(patient(#""gender":"male""#), "gender", ["token |male|"]),
        Case(patient(#""telecom":[{"system":"phone","value":"1"},{"system":"email","value":"e"},{"use":"home"}]"#), "telecom", ["token phone|1|", "token email|e|"]),
        Case(patient(#""telecom":[{"system":"phone","value":"1"},{"system":"email","value":"e"}]"#), "phone", ["token phone|1|"]),
        Case(patient(#""telecom":[{"system":"phone","value":"1"},{"system":"email","value":"e"}]"#), "email", ["token email|e|"]),
        Case(patient(#""deceasedBoolean":true"#), "deceased", ["token |true|"]), Case(patient(#""deceasedBoolean":false"#), "deceased", ["token |false|"]),
        Case(patient(#""deceasedDateTime":"2020""#), "deceased", ["token |true|"]), Case(patient(#""id":"p""#), "deceased", ["token |false|"]),
        Case(patient(#""address":[{"use":"home"}]"#), "address-use", ["token |home|"]), Case(patient(#""multipleBirthInteger":2"#), "birthOrderBoolean", ["token |2|"]),
        Case(patient(#""communication":[{"language":{"coding":[{"code":"fr"}]}}]"#), "language", ["token |fr|"])
    ]

    private static let strings: [Case] = [
        Case(
            patient(#""name":[{"family":"F","given":["A","B"],"prefix":["Dr"],"suffix":["Jr"]}]"#), "name",
            ["string F", "string A", "string B", "string Dr", "string Jr", "string Dr A B F Jr"]),
        Case(patient(#""name":[{"text":"A F","family":"F"}]"#), "name", ["string A F", "string F"]), Case(patient(#""name":[{"family":"F"}]"#), "name", ["string F"]),
        Case(patient(#""name":[{"family":"F","given":["A",null]}]"#), "given", ["string A"]), Case(patient(#""name":[{"family":"F"}]"#), "family", ["string F"]),
        Case(patient(#""name":[{"family":"F"}]"#), "phonetic", ["string F"]),
        Case(
            patient(#""address":[{"line":["1 St"],"city":"C","state":"S","postalCode":"P","country":"X","district":"D","text":"T"}]"#), "address",
            ["string T", "string 1 St", "string C", "string D", "string S", "string P", "string X"]),
        Case(patient(#""address":[{"city":"C"}]"#), "address-city", ["string C"]), Case(observation(#""valueString":"v""#), "value-string", ["string v"]),
        Case(observation(#""valueCodeableConcept":{"text":"t"}"#), "value-string", ["string t"]),
        Case(#"{"resourceType":"Organization","name":"N","alias":["A"]}"#, "name", ["string N", "string A"]),
        Case(#"{"resourceType":"Library","description":"**m**"}"#, "description", ["string **m**"]), Case(patient(#""name":"no""#), "name", []),
        Case(
            patient(#""extension":[{"url":"http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName","valueString":"M"},{"url":"x","valueString":"n"}]"#),
            "mothersMaidenName", ["string M"])
    ]

    private static let references: [Case] = [
        Case(observation(#""subject":{"reference":"Patient/1"}"#), "subject", ["reference Patient/1"]),
        Case(observation(#""subject":{"reference":"Patient/1"}"#), "patient", ["reference Patient/1"]),
        Case(observation(#""subject":{"reference":"Group/1"}"#), "patient", []),
        Case(observation(#""subject":{"reference":"Patient/1/_history/3"}"#), "subject", ["reference Patient/1"]),
        Case(observation(#""subject":{"reference":"https://care.example/fhir/r4/Patient/1"}"#), "patient", ["reference Patient/1"]),
        Case(observation(#""subject":{"reference":"https://other.example/fhir/Patient/1"}"#), "patient", ["reference url https://other.example/fhir/Patient/1"]),
        Case(observation(#""subject":{"reference":"https://care.example/fhir/r4x/Patient/1"}"#), "patient", ["reference url https://care.example/fhir/r4x/Patient/1"]),
        Case(observation(##""subject":{"reference":"#p"},"contained":[{"resourceType":"Patient","id":"p"}]"##), "subject", []),
        Case(observation(#""subject":{"reference":"urn:uuid:1"}"#), "subject", ["reference url urn:uuid:1"]),
        Case(observation(#""subject":{"reference":"urn:uuid:1"}"#), "patient", []),
        Case(observation(#""subject":{"reference":"urn:uuid:1","type":"Patient"}"#), "patient", ["reference url urn:uuid:1"]),
        Case(observation(#""subject":{"identifier":{"system":"s","value":"v"},"type":"Patient"}"#), "subject", ["reference Patient/- identifier s|v"]),
        Case(observation(#""subject":{"type":"Patient","identifier":{"value":"v"}}"#), "patient", ["reference Patient/- identifier -|v"]),
        Case(observation(#""subject":{"reference":"Patient/1","identifier":{"value":"v"}}"#), "subject", ["reference Patient/1 identifier -|v"]),
        Case(observation(#""subject":{"display":"Peter"}"#), "subject", []),
        Case(observation(#""subject":{"reference":"Nobody/1"}"#), "subject", ["reference url Nobody/1"]),
        Case(observation(#""performer":[{"reference":"Practitioner/1"},{"reference":"Patient/2"}]"#), "performer", ["reference Practitioner/1", "reference Patient/2"]),
        Case(#"{"resourceType":"QuestionnaireResponse","questionnaire":"http://q|2"}"#, "questionnaire", ["reference url http://q|2"]),
        Case(
            #"{"resourceType":"PlanDefinition","relatedArtifact":[{"type":"depends-on","resource":"http://a"},{"type":"successor","resource":"http://b"}]}"#,
            "depends-on", ["reference url http://a"]),
        Case(
            #"{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Composition","id":"c"}},{"resource":{"resourceType":"Patient","id":"p"}}]}"#, "composition",
            ["reference Composition/c"]),
        Case(#"{"resourceType":"ValueSet","url":"http://v"}"#, "url", ["uri http://v"]),
        Case(#"{"resourceType":"ValueSet","expansion":{"identifier":"urn:x"}}"#, "expansion", ["uri urn:x"])
    ]

    private static let dates: [Case] = [
        Case(patient(#""birthDate":"1974-12-25""#), "birthdate", ["date 157161600000 157248000000"]),
        Case(patient(#""birthDate":"1974""#), "birthdate", ["date 126230400000 157766400000"]),
        Case(patient(#""birthDate":"1974-12""#), "birthdate", ["date 155088000000 157766400000"]), Case(patient(#""birthDate":"banana""#), "birthdate", []),
        Case(observation(#""effectiveDateTime":"2026-03-08T14:30:00+01:00""#), "date", ["date 1772976600000 1772976601000"]),
        Case(observation(#""effectiveInstant":"2026-03-08T14:30:00.250Z""#), "date", ["date 1772980200250 1772980200251"]),
        Case(observation(#""effectivePeriod":{"start":"2026-03-08","end":"2026-03-09"}"#), "date", ["date 1772928000000 1773100800000"]),
        Case(observation(#""effectivePeriod":{"start":"2026-03-08"}"#), "date", ["date 1772928000000 max"]),
        Case(observation(#""effectivePeriod":{"end":"2026-03-08"}"#), "date", ["date min 1773014400000"]),
        Case(observation(#""effectivePeriod":{}"#), "date", []), Case(observation(#""effectivePeriod":{"start":"2026-03-09","end":"2026-03-07"}"#), "date", []),
        Case(observation(#""effectiveTiming":{"event":["2026-03-08","2026-03-10"]}"#), "date", ["date 1772928000000 1773187200000"]),
        Case(observation(#""effectiveTiming":{"repeat":{"boundsPeriod":{"start":"2026-03-08"}}}"#), "date", ["date 1772928000000 max"]),
        Case(observation(#""effectiveTiming":{"repeat":{"frequency":1}}"#), "date", []),
        Case(patient(#""meta":{"lastUpdated":"2026-03-08T14:30:00Z"}"#), "_lastUpdated", ["date 1772980200000 1772980201000"]),
        Case(patient(#""deceasedDateTime":"2026-03-08""#), "death-date", ["date 1772928000000 1773014400000"]),
        Case(patient(#""deceasedBoolean":true"#), "death-date", [])
    ]

    private static let numbers: [Case] = [
        Case(observation(#""valueQuantity":{"value":5.40,"system":"u","code":"mg","unit":"milligram"}"#), "value-quantity", ["quantity 5.4 5.395 5.405 u|mg|milligram"]),
        Case(observation(#""valueQuantity":{"value":100}"#), "value-quantity", ["quantity 100.0 99.5 100.5 ||"]),
        Case(observation(#""valueQuantity":{"value":1e2}"#), "value-quantity", ["quantity 100.0 99.5 100.5 ||"]),
        Case(observation(#""valueQuantity":{"value":-0.10}"#), "value-quantity", ["quantity -0.1 -0.105 -0.095 ||"]),
        Case(observation(#""valueQuantity":{"unit":"mg"}"#), "value-quantity", []),
        Case(observation(#""valueQuantity":{"value":5,"comparator":"<"}"#), "value-quantity", ["quantity 5.0 -inf 5.0 ||"]),
        Case(observation(#""valueQuantity":{"value":5,"comparator":">="}"#), "value-quantity", ["quantity 5.0 5.0 inf ||"]),
        Case(observation(#""valueQuantity":{"value":"5"}"#), "value-quantity", []),
        Case(observation(#""valueSampledData":{"origin":{"value":2048,"code":"mV"}}"#), "value-quantity", ["quantity 2048.0 2047.5 2048.5 |mV|"]),
        Case(#"{"resourceType":"Condition","onsetAge":{"value":52,"code":"a"}}"#, "onset-age", ["quantity 52.0 51.5 52.5 |a|"]),
        Case(#"{"resourceType":"Condition","onsetRange":{"low":{"value":40,"unit":"y"},"high":{"value":50}}}"#, "onset-age", ["quantity 40.0 39.5 50.5 ||y"]),
        Case(#"{"resourceType":"Condition","onsetRange":{"high":{"value":50}}}"#, "onset-age", ["quantity 50.0 -inf 50.5 ||"]),
        Case(#"{"resourceType":"Invoice","totalGross":{"value":9.50,"currency":"EUR"}}"#, "totalgross", ["quantity 9.5 9.495 9.505 urn:iso:std:iso:4217|EUR|EUR"]),
        Case(#"{"resourceType":"RiskAssessment","prediction":[{"probabilityDecimal":0.02}]}"#, "probability", ["number 0.015 0.025"]),
        Case(#"{"resourceType":"MolecularSequence","variant":[{"start":128273724,"end":128273736}]}"#, "variant-start", ["number 128273723.5 128273724.5"])
    ]

    private static let composites: [Case] = [
        Case(
            observation(#""code":{"coding":[{"code":"c"},{"code":"e"}]},"valueQuantity":{"value":1}"#), "code-value-quantity",
            ["composite [token |c|, token |e|] [quantity 1.0 0.5 1.5 ||]"]),
        Case(observation(#""code":{"coding":[{"code":"c"}]}"#), "code-value-quantity", []),
        Case(observation(#""code":{"coding":[{"code":"c"}]},"valueString":"v""#), "code-value-string", ["composite [token |c|] [string v]"]),
        Case(
            observation(#""component":[{"code":{"coding":[{"code":"a"}]},"valueQuantity":{"value":1}},{"code":{"coding":[{"code":"b"}]},"valueQuantity":{"value":2}}]"#),
            "component-code-value-quantity", ["composite [token |a|] [quantity 1.0 0.5 1.5 ||]", "composite [token |b|] [quantity 2.0 1.5 2.5 ||]"]),
        Case(
            observation(#""code":{"coding":[{"code":"c"}]},"valueQuantity":{"value":1},"component":[{"code":{"coding":[{"code":"a"}]},"valueQuantity":{"value":2}}]"#),
            "combo-code-value-quantity", ["composite [token |c|] [quantity 1.0 0.5 1.5 ||]", "composite [token |a|] [quantity 2.0 1.5 2.5 ||]"]),
        Case(
            #"{"resourceType":"DocumentReference","relatesTo":[{"code":"replaces","target":{"reference":"DocumentReference/1"}}]}"#, "relationship",
            ["composite [reference DocumentReference/1] [token |replaces|]"]),
        Case(
            #"{"resourceType":"MolecularSequence","referenceSeq":{"chromosome":{"coding":[{"code":"1"}]}},"variant":[{"start":1,"end":2}]}"#,
            "chromosome-variant-coordinate", ["composite [token |1|] [number 0.5 1.5] [number 1.5 2.5]"])
    ]

    /// Of every resource.
    private static let every: [Case] = [
        Case(patient(#""id":"p1""#), "_id", ["token |p1|"]), Case(patient(#""meta":{"profile":["http://p|1"]}"#), "_profile", ["uri http://p|1"]),
        Case(patient(#""meta":{"tag":[{"system":"s","code":"t"}]}"#), "_tag", ["token s|t|"]),
        Case(patient(#""meta":{"security":[{"system":"s","code":"R"}]}"#), "_security", ["token s|R|"]),
        Case(patient(#""meta":{"source":"urn:x"}"#), "_source", ["uri urn:x"]),
        Case(patient(##""meta":{"source":"urn:x#17"}"##), "_source", ["uri urn:x#17", "uri urn:x", "uri #17"]),
        Case(patient(##""meta":{"source":"#17"}"##), "_source", ["uri #17"])
    ]
}
