import CareModels
import Foundation

/// The protocol of resumable uploads, tus 1.0 (https://tus.io/protocols/resumable-upload): what its headers hold.
enum Tus {
    static let version = "1.0.0"
    static let extensions = "creation,expiration,checksum,termination"
    static let checksums = "sha1,sha256"
    static let mediaType = "application/offset+octet-stream"
    /// In bytes.
    static let longestMetadata = 4096

    enum Refusal: Error, Equatable { case metadata, checksum }

    /// `Upload-Metadata`: names, each with a value in base64, which may be missing. Cut at bytes: a comma with an accent on it is another character.
    static func metadata(_ text: String) throws(Refusal) -> [String: String] {
        var values: [String: String] = [:]
        guard text.utf8.count <= longestMetadata else { throw .metadata }
        for pair in text.utf8.split(separator: UInt8(ascii: ",")) {
            let parts = pair.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
            guard let name = parts.first, parts.count <= 2, values[name] == nil else { throw .metadata }
            guard let data = Data(base64Encoded: parts.count == 2 ? parts[1] : ""), let value = String(validating: data, as: UTF8.self),
                !CombiningMarks.areTooMany(in: value)
            else { throw .metadata }
            values[name] = value
        }
        return values
    }

    /// `Upload-Checksum`: an algorithm, and what it makes of the request's body.
    struct Checksum: Equatable {
        enum Algorithm: String { case sha1, sha256 }
        var algorithm: Algorithm
        var value: [UInt8]

        init(_ text: String) throws(Refusal) {
            let parts = text.split(separator: " ").map(String.init)
            guard parts.count == 2, let algorithm = Algorithm(rawValue: parts[0]), let value = Data(base64Encoded: parts[1]) else { throw .checksum }
            self.algorithm = algorithm
            self.value = [UInt8](value)
        }
    }
}
