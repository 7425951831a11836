import CareModels
import ServiceTestKit
import Testing

@testable import SchedulingService

@Suite struct SpecialtyTests {
    @Test func theListIsInOrderAndSaysEachThingOnce() {
        let all = Specialty.all
        #expect(all.map(\.key) == all.map(\.key).sorted())
        #expect(Set(all.map(\.code)).count == all.count)
        var owners: [String: String] = [:]
        for each in all {
            // SNOMED's identifiers end with a check digit (Verhoeff's).
            #expect(Self.isIdentifier(each.code), "\(each.code)")
            for name in [each.name] + each.otherNames {
                let owner = owners.updateValue(each.name, forKey: SearchText.fold(name))
                #expect(owner == nil, "\(name) is said of \(owner ?? "") and \(each.name)")
            }
        }
    }

    static let spellings = [
        ("cardiology", "394579002"), ("Cardiologist", "394579002"), ("  CARDIOLOGUE ", "394579002"), ("394579002", "394579002"),
        ("pediatrie", "394537008"), ("Pédiatrie", "394537008"), ("paediatrician", "394537008"), ("GP", "394814009"), ("OB-GYN", "394585009"),
        ("Ear, Nose and Throat", "418960008"), ("médecine d’urgence", "773568002"), ("slots", nil), ("", nil)
    ]

    @Test(arguments: spellings) func textIsMappedToItsCode(_ text: String, _ code: String?) { #expect(Specialty.named(text)?.code == code) }

    @Test(
        arguments: [
            ("cardiolgy", "Cardiology"), ("Cardiologyy", "Cardiology"), ("pediatrie", nil), ("cardiology", nil), ("zzzzzzzz", nil), ("", nil)
        ] as [(String, String?)])
    func aSlipHasANearestName(_ text: String, _ name: String?) {
        #expect(Specialty.nearest(text)?.key == name.map(SearchText.fold), "\(text)")
    }

    struct Guess: Decodable, Sendable {
        var items: [Card]
        var didYouMean: String?
    }

    struct SlotsGuess: Decodable, Sendable {
        var didYouMean: String?
    }

    /// A slip does not look as if nobody practised it; whom it finds all the same is shown without a word.
    @Test func whoFindsNobodyIsToldTheNearestSpecialty() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            let name = try #require(Specialty.named("cardiology")?.name)
            for (asked, meant) in [("cardiolgy", name), ("cardiology", nil), ("zzzzzzzz", nil)] as [(String, String?)] {
                let found = try await world.get("/providers?specialty=\(asked)", patient).decode(Guess.self)
                #expect(found.items.isEmpty && found.didYouMean == meant, "\(asked)")
                let slots = try await world.get("/providers/availability/\(asked)", patient).decode(SlotsGuess.self)
                #expect(slots.didYouMean == meant, "\(asked)")
            }
            _ = try await world.openProvider(fullName: "A One", specialty: "Cardiolgy")
            let found = try await world.get("/providers?specialty=cardiolgy", patient).decode(Guess.self)
            #expect(found.items.count == 1 && found.didYouMean == nil)
            #expect(try await world.get("/providers/availability/cardiolgy", patient).decode(SlotsGuess.self).didYouMean == nil)
        }
    }

    struct Item: Decodable, Sendable {
        var code: String
        var system: String
        var name: String
        var otherNames: [String]
    }

    struct Card: Decodable, Sendable {
        var fullName: String
        var specialty: String?
        var specialtyCode: String?
    }

    @Test func theListGoesOn() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            var names: [String] = []
            var after = ""
            while true {
                let page = try await world.get("/providers/specialties?limit=25\(after)", patient).decode(PageBody<Item>.self)
                #expect(page.items.count <= 25)
                names += page.items.map(\.name)
                guard let cursor = page.nextCursor else { break }
                after = "&after=\(cursor)"
            }
            #expect(names == Specialty.all.map(\.name))
            let first = try await world.get("/providers/specialties", patient).decode(PageBody<Item>.self)
            #expect(first.items.count == 50 && first.items[0].system == Specialty.system && first.items[0].otherNames.contains("allergist"))
            for query in ["limit=0", "limit=201"] { #expect(try await world.get("/providers/specialties?\(query)", patient).problem.fieldNames == ["limit"]) }
            #expect(try await world.get("/providers/specialties?after=x", patient).problem.fieldNames == ["after"])
            #expect(try await world.get("/providers/specialties", nil).status == 401)
        }
    }

    @Test func providersAreFoundHoweverTheirSpecialtyIsSpelled() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            _ = try await world.openProvider(fullName: "A One", specialty: "Cardiology")
            _ = try await world.openProvider(fullName: "B Two", specialty: "cardiologue")
            _ = try await world.openProvider(fullName: "C Three", specialty: "Aerospace cardiology")
            for asked in ["cardiology", "CARDIOLOGIST", "394579002"] {
                let cards = try await world.get("/providers?specialty=\(asked)", patient).decode(PageBody<Card>.self).items
                #expect(cards.map(\.specialty) == ["Cardiology", "cardiologue"], "\(asked)")
                #expect(cards.map(\.specialtyCode) == ["394579002", "394579002"], "\(asked)")
                let slots = try await world.get("/providers/availability/\(asked)?limit=200", patient).decode(PageBody<ProviderRouteTests.SpecialtyItem>.self).items
                #expect(slots.map(\.provider.fullName) == ["A One", "B Two"], "\(asked)")
            }
            let other = try await world.get("/providers?specialty=aerospace%20CARDIOLOGY", patient).decode(PageBody<Card>.self).items
            #expect(other.map(\.fullName) == ["C Three"] && other.first?.specialtyCode == nil)
        }
    }

    private static func isIdentifier(_ code: String) -> Bool {
        let turns = [
            [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 3, 4, 0, 6, 7, 8, 9, 5], [2, 3, 4, 0, 1, 7, 8, 9, 5, 6], [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
            [4, 0, 1, 2, 3, 9, 5, 6, 7, 8], [5, 9, 8, 7, 6, 0, 4, 3, 2, 1], [6, 5, 9, 8, 7, 1, 0, 4, 3, 2], [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
            [8, 7, 6, 5, 9, 3, 2, 1, 0, 4], [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
        ]
        var places = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]]
        while places.count < 8 { places.append((0..<10).map { places[places.count - 1][places[1][$0]] }) }
        var check = 0
        for (index, digit) in code.reversed().enumerated() {
            guard let value = digit.wholeNumberValue else { return false }
            check = turns[check][places[index % 8][value]]
        }
        return check == 0
    }
}
