import CareModels
import FHIR
import Foundation

/// What a client wants stored.
struct RecordContent: Sendable {
    enum Body: Sendable {
        case resource(ResourceDraft, references: [String: String])
        case bytes([UInt8], contentType: String)
    }

    var body: Body
    /// Nil: as they were.
    var annotations: Annotations?
    var status: RecordStatus?

    func bytes(id: String, version: Int, at instant: Date) -> [UInt8] {
        switch body {
        case .resource(let draft, let references): draft.stamped(id: id, version: version, at: instant, references: references)
        case .bytes(let bytes, _): bytes
        }
    }

    var contentType: String? {
        if case .bytes(_, let contentType) = body { contentType } else { nil }
    }

    var issues: [ValidationIssue] {
        if case .resource(let draft, _) = body { draft.issues ?? [] } else { [] }
    }

    var observed: ObservedValue? {
        if case .resource(let draft, _) = body { ObservedValue(draft) } else { nil }
    }
}
