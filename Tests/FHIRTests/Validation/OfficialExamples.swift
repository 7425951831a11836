import Foundation
import JSON
import Testing

/// The official examples of both releases and whole synthetic lives: beside the checkout, not part of it.
enum OfficialExamples {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/data/fhir")
    static let areThere = FileManager.default.fileExists(atPath: folder.path)
    static let reason: Comment = "../shared/data/fhir is not there"

    static func all(_ name: String) throws -> [(name: String, document: JSONDocument)] {
        let place = folder.appendingPathComponent(name)
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path).filter { $0.hasSuffix(".json") }.sorted()
        return try names.map { ($0, try JSONDocument([UInt8](try Data(contentsOf: place.appendingPathComponent($0))))) }
    }

    static func bytes(_ release: String, _ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent("\(release)-examples/\(name).json")))
    }
}
