import CareModels
import Foundation
import JSON

/// Bytes within a resource, as base64: `Attachment.data`, or `data` of a Binary (`content` in STU3).
struct AttachedData: Sendable {
    /// In characters of base64. What is shorter stays in its resource.
    static let least = 32 << 10

    /// The string's own.
    let value: JSONValue
    /// What holds it.
    let holder: JSONValue

    /// What stands between the quotes, in the document's bytes.
    var range: Range<Int> { value.range.lowerBound + 1..<value.range.upperBound - 1 }
    var contentType: String? { holder["contentType"]?.string }

    /// Those within a resource, itself included, in their order.
    static func all(in resource: JSONValue) throws(CancellationError) -> [AttachedData] {
        let document = resource.document
        let nodes = document.nodes
        var found: [AttachedData] = []
        for index in resource.index..<Int(nodes[resource.index].after) {
            try Cancellation.check(index)
            guard nodes[index].kind == .string, nodes[index].isMember else { continue }
            let length = nodes[index].keyEnd - nodes[index].keyStart
            // An escaped name is longer than what it means.
            guard length == 4 || length == 7 || nodes[index].isKeyEscaped else { continue }
            let value = JSONValue(document: document, index: index)
            let holder = JSONValue(document: document, index: Int(nodes[index].parent))
            if value.isNamed("data") || value.isNamed("content") && holder["resourceType"]?.string == "Binary" {
                found.append(AttachedData(value: value, holder: holder))
            }
        }
        return found
    }

    /// The bytes, when they are written as base64 always is: what is made of them again is the same, character by character.
    var bytes: [UInt8]? {
        if value.node.isEscaped { return nil }
        let text = Data(value.document.bytes[range])
        guard let bytes = Data(base64Encoded: text), bytes.base64EncodedData() == text else { return nil }
        return [UInt8](bytes)
    }

    var isLarge: Bool { range.count >= Self.least }

    /// What is said of the bytes beside them: how many they are, and their SHA-1 in base64.
    var declaredSize: Double? { holder["size"]?.number }
    var declaredHash: String? { holder["hash"]?.string }
}

/// The bytes of a file are not what is said of them.
struct ContentMismatch: Error, Equatable {
    enum Cause: Equatable {
        /// Nil: of no kind that is known.
        case type(declared: String, found: String?)
        case size(declared: Int, found: Int)
        case hash
        /// A picture whose metadata cannot be told from the rest.
        case damaged
        case empty
    }

    var cause: Cause
    /// FHIRPath; nil for a body that is the file.
    var path: String?

    init(_ cause: Cause, at path: String? = nil) {
        self.cause = cause
        self.path = path
    }

    /// Throws when the first bytes contradict the type.
    static func check(_ declared: String, _ first: [UInt8], at path: String? = nil) throws(ContentMismatch) {
        if let found = DocumentType.contradiction(of: declared, by: first) {
            throw ContentMismatch(.type(declared: DocumentType.name(declared), found: found.type), at: path)
        }
    }
}

extension ContentMismatch: EntryRefusal {}
