import CareModels
import Testing

@Suite struct ClinicalScopeTests {
    private static let laboratory = "patient/Observation.rs?category=http://terminology.hl7.org/CodeSystem/observation-category|laboratory"

    @Test(
        arguments: [
            ("patient/Observation.rs", "patient/Observation.rs"), ("patient/*.cruds", "patient/*.cruds"), ("user/Patient.r", "user/Patient.r"),
            ("system/Condition.s", "system/Condition.s"), ("patient/BodySite.c", "patient/BodySite.c"),
            // Of the first version.
            ("patient/Observation.read", "patient/Observation.rs"), ("patient/*.write", "patient/*.cud"), ("user/*.*", "user/*.cruds"),
            (laboratory, laboratory),
            ("patient/Observation.rs?category=http%3A%2F%2Fa.example%7Claboratory", "patient/Observation.rs?category=http://a.example|laboratory"),
            ("patient/Observation.rs?category=laboratory", "patient/Observation.rs?category=laboratory"),
            ("patient/Condition.r?category=%7Cmine", "patient/Condition.r?category=|mine"),
            ("patient/Condition.r?category=urn:x|", "patient/Condition.r?category=urn:x|")
        ])
    func isReadAndSpelled(_ text: String, _ spelled: String) throws { #expect(try ClinicalScope(text).text == spelled) }

    @Test(
        arguments: [
            ("patient/Observation", .malformed), ("patient/Observation.", .malformed), ("patient/.rs", .unknownType), ("patient/Observation.sr", .malformed),
            ("patient/Observation.rr", .malformed), ("patient/Observation.rsx", .malformed), ("patient/Observation.RS", .malformed),
            ("patient/Observation.readwrite", .malformed), ("patient/Observation.rs.rs", .malformed), ("patient/a/Observation.rs", .malformed),
            ("practitioner/Observation.rs", .malformed), ("Observation.rs", .malformed), ("", .malformed), ("launch/patient", .malformed),
            ("patient/Observati\u{F6}n.rs", .malformed), ("patient/Observation.rs\u{0301}", .malformed), ("patient/Observation.r s", .malformed),
            ("patient/Observation.rs\n", .malformed), ("patient/" + String(repeating: "O", count: 600) + ".rs", .malformed),
            ("patient/observation.rs", .unknownType), ("patient/JustClickAllow.rs", .unknownType), ("patient/**.rs", .unknownType),
            ("patient/Observation.rs?", .restriction), ("patient/Observation.rs?category", .restriction), ("patient/Observation.rs?category=", .restriction),
            ("patient/Observation.rs?category=|", .restriction), ("patient/Observation.rs?code=1", .restriction), ("patient/Observation.rs?_security=x", .restriction),
            ("patient/Observation.rs?category=a&category=b", .restriction), ("patient/Observation.rs?category=a,b", .restriction),
            ("patient/Observation.rs?category:not=a", .restriction), ("patient/Observation.rs?category=a|b|c", .restriction),
            ("patient/Observation.rs?category=%", .restriction), ("patient/Observation.rs?category=a%20b", .restriction),
            ("patient/Observation.rs?category=%22", .restriction), ("patient/Observation.rs?category=%C3%A9", .restriction),
            ("patient/Observation.rs?category=a%00", .restriction), ("patient/Observation.rs?category=" + String(repeating: "a", count: 65), .restriction),
            // None has one, or each another.
            ("patient/*.rs?category=a", .restriction), ("patient/Patient.rs?category=a", .restriction),
            // The first version knows none.
            ("patient/Observation.read?category=a", .malformed), ("patient/Observation.*?category=a", .malformed)
        ] as [(String, ClinicalScope.Fault)])
    func isRefused(_ text: String, _ fault: ClinicalScope.Fault) { #expect(throws: fault) { try ClinicalScope(text) } }

    @Test(
        arguments: [
            ("patient/*.cruds", "patient/Observation.rs", "patient/Observation.rs"), ("patient/Observation.rs", "patient/*.cruds", "patient/Observation.rs"),
            ("patient/*.rs", "patient/Observation.cud", nil), ("patient/*.rs", "user/*.rs", nil), ("patient/Patient.r", "patient/Observation.r", nil),
            ("patient/*.crs", "patient/*.cud", "patient/*.c"), ("patient/Observation.rs?category=a", "patient/*.r", "patient/Observation.r?category=a"),
            ("patient/Observation.rs?category=a", "patient/Observation.rs?category=b", nil),
            ("patient/Observation.rs?category=a", "patient/Observation.rs?category=urn:x|a", "patient/Observation.rs?category=urn:x|a"),
            ("patient/Observation.rs?category=urn:x|", "patient/Observation.rs?category=a", "patient/Observation.rs?category=urn:x|a"),
            ("patient/Observation.rs?category=|a", "patient/Observation.rs?category=urn:x|a", nil)
        ])
    func theyMeet(_ one: String, _ other: String, _ both: String?) throws {
        #expect(try ClinicalScope(one).meet(ClinicalScope(other))?.text == both)
        #expect(try ClinicalScope(other).meet(ClinicalScope(one))?.text == both)
    }

    @Test(
        arguments: [
            (["patient/Observation.r", "patient/Observation.s"], ["patient/Observation.rs"]), (["patient/*.rs", "patient/Observation.r"], ["patient/*.rs"]),
            (["patient/*.r", "patient/Observation.rs"], ["patient/*.r", "patient/Observation.rs"]),
            (["patient/Observation.rs", "patient/Observation.r?category=a"], ["patient/Observation.rs"]),
            (["openid", "launch/patient", "nonsense/x.r"], []), (["patient/*.rs", "user/*.rs"], ["patient/*.rs", "user/*.rs"]),
            (["patient/*.rs", "patient/Observation.r?category=a"], ["patient/*.rs"]),
            (
                ["patient/Observation.rs?category=a", "patient/Observation.r?category=urn:x|a", "patient/Observation.s?category=|a"],
                ["patient/Observation.rs?category=a"]
            ),
            (["patient/Observation.r?category=urn:x|", "patient/Observation.r?category=urn:x|a"], ["patient/Observation.r?category=urn:x|"]),
            (
                ["patient/Observation.r?category=a", "patient/Observation.rs?category=urn:x|a"],
                ["patient/Observation.r?category=a", "patient/Observation.rs?category=urn:x|a"]
            ),
            (
                ["patient/Condition.rs", "user/Observation.rs", "patient/Observation.r?category=a", "patient/Observation.r?category=urn:x|b"],
                ["patient/Condition.rs", "user/Observation.rs", "patient/Observation.r?category=a", "patient/Observation.r?category=urn:x|b"]
            )
        ] as [(Set<String>, Set<String>)])
    func eachOnce(_ texts: Set<String>, _ left: Set<String>) { #expect(ClinicalScopes(texts).texts == left) }

    /// As many as consents had come to: compared each with each they would take minutes.
    @Test func veryManyAreReadInTime() {
        let texts = Set((0..<10_000).map { "patient/Observation.r?category=urn:x|c\($0)" })
        let begun = ContinuousClock.now
        let read = ClinicalScopes(texts)
        #expect(ContinuousClock.now - begun < .seconds(20))
        #expect(read.texts == texts)
    }

    @Test(
        arguments: [
            (["patient/*.rs"], ["patient/Observation.rs", "patient/Patient.r"], true),
            (["patient/Observation.r", "patient/Observation.s"], ["patient/Observation.rs"], true),
            (["patient/Observation.rs"], ["patient/*.rs"], false), (["patient/*.rs"], ["patient/Patient.cr"], false), ([], ["patient/Patient.r"], false),
            (["patient/Observation.rs?category=a"], ["patient/Observation.rs"], false), (["patient/Observation.rs"], ["patient/Observation.rs?category=a"], true),
            (["patient/*.r", "patient/Observation.s"], ["patient/Observation.rs"], true), (["user/*.cruds"], ["patient/Patient.r"], false), (["patient/*.rs"], [], true)
        ] as [(Set<String>, Set<String>, Bool)])
    func whatCovers(_ granted: Set<String>, _ asked: Set<String>, _ covers: Bool) { #expect(ClinicalScopes(granted).cover(ClinicalScopes(asked)) == covers) }

    @Test(
        arguments: [
            ("urn:x|a", "urn:x", "a", true), ("urn:x|a", "urn:y", "a", false), ("urn:x|a", nil, "a", false), ("urn:x|a", "urn:x", "b", false), ("a", nil, "a", true),
            ("a", "urn:x", "a", true), ("a", "urn:x", nil, false), ("|a", nil, "a", true), ("|a", "urn:x", "a", false), ("urn:x|", "urn:x", "b", true),
            ("urn:x|", "urn:x", nil, true), ("urn:x|", nil, "b", false), ("a", nil, "A", false)
        ] as [(String, String?, String?, Bool)])
    func aCodingMatches(_ token: String, _ system: String?, _ code: String?, _ matches: Bool) throws {
        let category = try #require(try ClinicalScope("patient/Observation.r?category=\(token)").category)
        #expect(category.matches(system: system, code: code) == matches)
    }
}
