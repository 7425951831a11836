import CareModels
import FHIR

/// What the patches of one request may cost together. A bundle has up to two hundred, and a few bytes of each ask for as much work as one may be.
final class PatchBudget {
    /// As much as four of the dearest.
    static let most = PatchWork(steps: 16_000_000, bytes: 512 << 20)

    private(set) var spent = PatchWork()

    /// Before one is begun: what it costs is known when it ends.
    func check() throws(ResourceFault) {
        guard spent.steps <= Self.most.steps, spent.bytes <= Self.most.bytes else {
            throw ResourceFault(.tooCostly, "The patches before have taken as much work as those of a bundle may; send this one in another bundle.")
        }
    }

    func spend(_ work: PatchWork) {
        spent.steps += work.steps
        spent.bytes += work.bytes
    }
}
