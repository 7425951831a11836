import Foundation
import Testing

/// The official examples of both releases and whole synthetic lives: beside the checkout, not part of it.
enum SharedRecords {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("shared/data/fhir")
    static let isThere = FileManager.default.fileExists(atPath: folder.path)
    static let reason: Comment = "../shared/data/fhir is not there: our own examples are tried instead"

    static func files(_ name: String) throws -> [(name: String, bytes: [UInt8])] {
        let place = folder.appendingPathComponent(name)
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path).filter { $0.hasSuffix(".json") }.sorted()
        return try names.map { ($0, [UInt8](try Data(contentsOf: place.appendingPathComponent($0)))) }
    }
}
