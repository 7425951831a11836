import CareModels
import Foundation
import JSON

@testable import FHIR

extension FuzzTarget {
    private static let locations = FHIRRelease.allCases.map { SearchParser($0, base: "https://care.test", now: Date(timeIntervalSince1970: 1_772_798_400)) }

    /// What resources are opened for by a search: narratives and other texts as people read them, and places.
    static let narrative = FuzzTarget("narrative", longest: 2048) { input in
        let plain = input.withUnsafeBufferPointer { NarrativeText.plain($0) }
        // A letter with a mark is written shorter than it is called, and so is whatever else is told in another way.
        expect(plain.count <= input.count, "\(input.count) bytes have become \(plain.count)")
        var folded: [UInt8] = []
        plain.withUnsafeBufferPointer { FoldedWords.fold($0, into: &folded) }
        expect(folded.first != FoldedWords.space && folded.last != FoldedWords.space, "a word of nothing")
        let text = String(decoding: folded, as: UTF8.self)
        expect(Array(text.utf8) == folded, "words that are no text")
        let asked = String(decoding: input, as: UTF8.self)
        for parser in locations {
            if case .body(.near(let nearness))? = try? parser.condition("near-distance", asked, of: "Location") {
                expect(nearness.within.map { $0 >= 0 && $0.isFinite } ?? false, "\(nearness)")
            }
            guard case .body(.near(let nearness))? = try? parser.condition("near", asked, of: "Location") else { continue }
            for point in nearness.points {
                expect(abs(point.latitude) <= 90 && abs(point.longitude) <= 180 && point.distance.map { $0 >= 0 && $0.isFinite } ?? true, "\(point)")
            }
        }
    }
}
