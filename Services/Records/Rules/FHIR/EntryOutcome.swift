import CareModels
import FHIR
import Foundation

/// What became of one entry of a bundle.
enum EntryOutcome: Sendable {
    case written(WrittenRecord, type: String)
    case deleted(version: Int)
    /// Without its bytes where nobody wants to see them.
    case read([UInt8]?, version: Int, at: Date)
    /// The client has it already.
    case unchanged(version: Int, at: Date)
    /// A list, as it is shown, if somebody wants to see it.
    case listed([UInt8]?)
    case refused(any EntryRefusal)
}

/// What the domain refuses an entry of a bundle with. A batch loses that entry, a transaction ends with it; any other error ends either.
protocol EntryRefusal: Error {}

extension Faults: EntryRefusal {}
extension RecordPermissions.Refusal: EntryRefusal {}
extension RecordReach.OutOfReach: EntryRefusal {}
extension ResourceFault: EntryRefusal {}
extension InvalidResource: EntryRefusal {}
extension UnknownResourceType: EntryRefusal {}
extension Precondition.Refusal: EntryRefusal {}
