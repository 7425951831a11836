import CareModels
import Sealing

/// What is sealed beside a record's body.
struct RecordHead: Codable, Equatable, Sendable {
    /// The id that a client chose; nil when it is the record's own.
    var id: String?
    var annotations: [String]?
    /// Of app data.
    var contentType: String?
    /// The platform has made it, to say who wrote what.
    var isAttestation: Bool?

    var isEmpty: Bool { id == nil && (annotations ?? []).isEmpty && contentType == nil && isAttestation == nil }

    func sealed(_ record: RecordID, _ key: PersonKey) throws -> [UInt8]? {
        isEmpty ? nil : try key.seal(json: self, at: Self.place(record))
    }

    init(id: String? = nil, annotations: [String]? = nil, contentType: String? = nil, isAttestation: Bool? = nil) {
        self.id = id
        self.annotations = annotations
        self.contentType = contentType
        self.isAttestation = isAttestation
    }

    init(opening sealed: [UInt8]?, of record: RecordID, _ key: PersonKey) throws {
        guard let sealed else {
            self.init()
            return
        }
        self = try key.open(json: sealed, at: Self.place(record))
    }

    private static func place(_ record: RecordID) -> String { "records head \(record)" }
}
