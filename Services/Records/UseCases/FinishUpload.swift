import CareModels
import FHIR
import Outbox
import Postgres

/// The file of an upload is whole: a Binary of the upload's id holds it, and the upload holds nothing of the quota any more.
struct FinishUpload: Sendable {
    let writing: Writing

    func callAsFunction(_ upload: UploadRecord, _ content: RecordContent, in place: RecordPlace, _ tx: Transaction) async throws -> WrittenRecord {
        try await writing(of: place.owner, tx) { writer in
            guard let held = try await tx.finish(upload) else { throw Refusal.uploadMoved(offset: nil) }
            try writer.charge.add(-held)
            let creation = try writer.creation(content, in: place, record: RecordID(upload.id.uuid))
            try writer.charge.add(creation.row.cost)
            try await writer.create([creation], tx)
            return creation.written
        }
    }
}
