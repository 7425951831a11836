/// One part of a running service. The lifecycle starts the parts in order, lets all run, and stops them in reverse.
package protocol ServicePart: Sendable {
    var name: String { get }
    /// Returns once the part is of use to those after it (the listener is bound); throws when it cannot be.
    func start() async throws
    /// Works until `stop` or cancellation; throws when the part cannot go on, which ends the service.
    func run() async throws
    /// Asks the part to finish what it has begun and to end its `run`. Returns when nothing more is begun.
    func stop() async
}
