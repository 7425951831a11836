import CareModels
import JSON
import Testing

@testable import RecordsService

@Suite struct RecordPermissionsTests {
    private static func reach(_ scopes: Set<String>, _ interaction: ClinicalScope.Interactions, _ type: String = "Observation") -> [String]? {
        let reach = try? RecordPermissions(scopes: scopes, contexts: [.patient]).reach(interaction, type)
        return reach.map { $0.categories.map { $0.map(\.text).sorted() } ?? ["all"] }
    }

    @Test(
        arguments: [
            (["records:read"], .read, ["all"]), (["records:read"], .search, ["all"]), (["records:read"], .create, nil), (["records:write"], .delete, ["all"]),
            (["records:write"], .read, nil), (["patient/*.rs"], .read, ["all"]), (["patient/*.rs"], .update, nil), (["patient/Observation.r"], .search, nil),
            (["patient/Patient.cruds"], .read, nil), (["user/*.cruds", "system/*.cruds"], .read, nil), ([], .read, nil),
            (["patient/Observation.rs?category=a"], .read, ["a"]), (["patient/Observation.r?category=a", "patient/Observation.r?category=b"], .read, ["a", "b"]),
            (["patient/Observation.r?category=a", "patient/*.r"], .read, ["all"]), (["patient/Observation.r?category=a", "records:read"], .read, ["all"]),
            (["patient/Observation.r?category=a", "records:write"], .read, ["a"]), (["patient/Observation.c?category=a", "patient/Observation.r"], .create, ["a"])
        ] as [(Set<String>, ClinicalScope.Interactions, [String]?)])
    func whatATokenReaches(_ scopes: Set<String>, _ interaction: ClinicalScope.Interactions, _ categories: [String]?) {
        #expect(Self.reach(scopes, interaction) == categories)
    }

    @Test func whoLacksAScopeHearsWhichWouldDo() {
        #expect(throws: RecordPermissions.Refusal.scope("patient/Observation.c")) {
            try RecordPermissions(scopes: ["patient/*.r"], contexts: [.patient]).reach(.create, "Observation")
        }
    }

    @Test(
        arguments: [
            (#"{"category":[{"coding":[{"system":"urn:x","code":"a"}]}]}"#, true), (#"{"category":{"coding":[{"system":"urn:x","code":"a"}]}}"#, true),
            (#"{"category":[{"text":"a"},{"coding":[{"code":"b"},{"system":"urn:x","code":"a"}]}]}"#, true),
            (#"{"category":[{"coding":[{"system":"urn:y","code":"a"}]}]}"#, false), (#"{"category":[{"coding":[{"code":"a"}]}]}"#, false),
            (#"{"category":["a"]}"#, false), (#"{"category":"a"}"#, false), (#"{"category":[{"coding":{"system":"urn:x","code":"a"}}]}"#, false),
            (#"{"category":[{"coding":["a",1,null]}]}"#, false), (#"{"code":{"coding":[{"system":"urn:x","code":"a"}]}}"#, false), ("{}", false), ("[]", false),
            (#"{"category":[{"coding":[{"system":"urn:x","code":1}]}]}"#, false), (#"{"extension":[{"category":[{"coding":[{"system":"urn:x","code":"a"}]}]}]}"#, false)
        ])
    func aResourceIsWithin(_ body: String, _ isWithin: Bool) throws {
        let reach = RecordReach(categories: [try #require(try ClinicalScope("patient/Observation.r?category=urn:x|a").category)])
        #expect(reach.holds(Array(body.utf8)) == isWithin)
        #expect(RecordReach.everything.holds(Array(body.utf8)))
        #expect(!reach.holds(nil) && RecordReach.everything.holds(nil))
    }
}
