import CareModels
import Foundation
import JSON

/// Which versions of clients the operator supports, by platform.
struct SDKVersions: Codable, Equatable, Sendable {
    enum Status: String, Codable, Sendable { case supported, deprecated, unsupported }

    struct Versions: Codable, Equatable, Sendable {
        /// `VersionRange`.
        var range: String
        var status: Status
    }

    struct Platform: Codable, Equatable, Sendable {
        var platform: String
        var versions: [Versions]
    }

    static let none = SDKVersions(platforms: [])

    var platforms: [Platform]

    /// Of the operator's file; a fault says what is wrong with it.
    static func read(_ bytes: [UInt8]) -> (versions: SDKVersions, fault: String?) {
        guard let read = try? JSONDocument(bytes, limits: .body).decodeStrictly(SDKVersions.self) else {
            return (.none, "must name a file such as {\"platforms\": [{\"platform\": \"ios\", \"versions\": [{\"range\": \">=2.0.0\", \"status\": \"supported\"}]}]}")
        }
        let names = read.platforms.map(\.platform)
        guard Set(names).count == names.count, names.allSatisfy({ (1...40).contains($0.utf8.count) }) else {
            return (.none, "names a file with a platform twice, or with one whose name is empty or longer than 40 bytes")
        }
        let wrong = read.platforms.flatMap(\.versions).first { VersionRange($0.range) == nil }
        if let wrong { return (.none, "names a file with the range \(wrong.range), which is none; write >=2.1.0 <3.0.0 || 3.0.2") }
        return (read, nil)
    }
}
