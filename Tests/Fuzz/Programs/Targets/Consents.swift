import CareModels
import FHIR
import Foundation
import JSON

@testable import RecordsService

extension FuzzTarget {
    /// What consents give, in both releases: bounded, the same each time and as it is kept, nothing unless it is active, and never more for an exception within.
    static let consent = FuzzTarget("consent", longest: 8192) { input in
        guard let document = try? JSONDocument(input, limits: .resource), document.root.kind == .object else { return }
        let owner = UserID(UUID(uuid: (1, 156, 160, 0, 85, 170, 125, 16, 143, 59, 154, 28, 46, 77, 111, 128)))
        for release in FHIRRelease.allCases {
            guard let given = try? ConsentReading(document.root, release, of: owner).given else { continue }
            expect(given.count <= ConsentReading.most, "it gives to \(given.count)")
            expect(given.isEmpty || document.root["status"]?.string == "active", "it gives, and is not active")
            for one in given {
                let kept = try? JSONDecoder().decode(ConsentGrant.self, from: JSONEncoder().encode(one.grant))
                expect(kept == one.grant, "kept it is another")
                check(one)
            }
            // The order of those it gives to is not told.
            let again = (try? ConsentReading(document.root, release, of: owner).given) ?? []
            expect(given.count == again.count && given.allSatisfy(again.contains), "the second time it is another")
        }
    }

    private static func check(_ given: ConsentReading.Given) {
        var bare = given.grant
        bare.exceptions = []
        for type in ["Observation", "Consent", "Patient"] {
            for interaction: ClinicalScope.Interactions in [.read, .search, .create, .update, .delete] {
                let portion = given.grant.portion(interaction, type, at: now, for: .treatment)
                guard let portion else { continue }
                expect(bare.portion(interaction, type, at: now, for: .treatment) != nil, "an exception gives")
                expect(portion.within == given.grant.content, "it gives other resources than it says")
                expect(given.grant.counts(at: now, for: .treatment), "it gives when it does not count")
            }
        }
    }

    private static let now = Date(timeIntervalSince1970: 1_772_980_200)
}
