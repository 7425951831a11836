import CareModels
import FHIR
import Foundation

/// What a client wants stored.
struct RecordContent: Sendable {
    enum Body: Sendable {
        case resource(ResourceDraft, references: TransactionReferences)
        case bytes([UInt8], contentType: String)
    }

    var body: Body
    /// Nil: as they were.
    var annotations: Annotations?
    var status: RecordStatus?
    /// Of app data that its person alone can open.
    var envelope: SealedEnvelope?
    /// In place of a Binary's base64.
    var file: ReceivedContent?
    /// Pictures in it stay as they are, whatever they tell.
    var keepsMetadata = false

    /// A fault when a resource would be too long.
    func bytes(id: String, version: Int, at instant: Date) throws -> [UInt8] {
        switch body {
        case .resource(let draft, let references):
            try draft.stamped(
                id: id, version: version, at: instant, references: references, photos: keepsMetadata ? [] : AttachedPhotos.cleaned(in: draft.value))
        case .bytes(let bytes, _): bytes
        }
    }

    /// `body` without what is large in it.
    func lifted(_ whole: [UInt8]) throws -> LiftedBody {
        guard case .resource(let draft, _) = body, try !AttachedData.all(in: draft.value).isEmpty else { return LiftedBody(whole) }
        return try LiftedBody(whole, file: file)
    }

    var contentType: String? {
        if case .bytes(_, let contentType) = body { contentType } else { nil }
    }

    var issues: [ValidationIssue] {
        if case .resource(let draft, _) = body { draft.issues ?? [] } else { [] }
    }

    func observed(_ news: MeasurementNews) -> ObservedValue? {
        if case .resource(let draft, _) = body { ObservedValue(draft, of: news.codes) } else { nil }
    }
}
