import Testing

@testable import JSON

@Suite struct NearestNameTests {
    private static let known = ["title", "description", "startTime", "endTime", "providerId", "at", "bpm", "kind", "hasReason", "timeZone"]

    @Test(
        arguments: [
            ("titel", "title"), ("tilte", "title"), ("titl", "title"), ("titles", "title"), ("TITLE", "title"), ("bmp", "bpm"), ("bpn", "bpm"),
            ("start_time", "startTime"), ("starttime", "startTime"), ("end-time", "endTime"), ("provider", "providerId"), ("providerid", "providerId"),
            ("providerID", "providerId"), ("reason", "hasReason"), ("timezone", "timeZone"), ("desc", "description"), ("descriptionOfTheVisit", "description"),
            ("start", "startTime"), ("ad", nil), ("a", nil), ("x", nil), ("", nil), ("_", nil), ("colour", nil), ("name", nil), ("patientId", nil)
        ] as [(String, String?)])
    func namesWhatWasMeant(name: String, nearest: String?) { #expect(NearestName.find(name, among: Self.known) == nearest) }

    @Test func theFirstOfEqualsIsNamed() {
        #expect(NearestName.find("cat", among: ["bat", "hat"]) == "bat")
        #expect(NearestName.find("cat", among: ["cast", "cat"]) == "cat")
        #expect(NearestName.find("cat", among: []) == nil)
    }

    @Test func whatIsTooLongIsComparedWithNothing() {
        let long = String(repeating: "a", count: NearestName.longest)
        #expect(NearestName.find(long, among: [long + "a", long]) == long)
        #expect(NearestName.find(long + "a", among: [long]) == nil)
    }
}
