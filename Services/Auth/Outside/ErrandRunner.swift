import CareService
import Outbox
import Synchronization
import Telemetry

/// What an `ErrandRunner` has to do: rows of the database that are leased, sent, and written down.
protocol Errands: Sendable {
    associatedtype Errand: Sendable

    var name: String { get }
    /// At once, in one replica.
    var most: Int { get }
    /// At once for one receiver, so that one that hangs holds up no other.
    var mostPerReceiver: Int { get }
    var poll: Duration { get }

    /// Tells the operator when the service starts what they should know.
    func announce()
    /// One that is due, which is nobody else's for a while, and for none of the `busy` receivers; nil when none is. Throws when the database is away.
    func lease(busy: [String]) async throws -> Errand?
    func receiver(of errand: Errand) -> String
    /// Sends it, outside of any transaction, and writes down what came of that.
    func run(_ errand: Errand) async throws
}

extension Errands {
    func announce() {}
}

/// Does errands, in every replica: each belongs for a while to who leased it. A replica that ends after one was sent and before that was written down leaves it
/// to be sent once more: at least once.
final class ErrandRunner<Work: Errands>: ServicePart {
    private let work: Work
    private let busy = Mutex<[String: Int]>([:])
    private let wake = Wake()
    private let stopping = StopFlag()

    init(_ work: Work) { self.work = work }

    var name: String { work.name }

    private var isOver: Bool { stopping.isSet || Task.isCancelled }

    func start() async throws { work.announce() }

    func run() async throws {
        await withDiscardingTaskGroup { group in
            while !isOver {
                do {
                    guard let errand = try await next() else {
                        await wake.wait(work.poll)
                        continue
                    }
                    group.addTask { await self.runAndGoOn(errand) }
                } catch {
                    Log.warning("\(name) interrupted", ["error": ErrorLabel.of(error)])
                    await wake.wait(.seconds(5))
                }
            }
        }
    }

    /// What is being sent is finished; the rest waits for another replica or the next start.
    func stop() async {
        stopping.set()
        wake.raise()
    }

    /// Does what is due, one after the other; how many errands that were.
    func runDue() async throws -> Int {
        var count = 0
        while let errand = try await next() {
            defer { done(errand) }
            try await work.run(errand)
            count += 1
        }
        return count
    }

    /// Nil when nothing is due, or enough is under way.
    private func next() async throws -> Work.Errand? {
        let now = busy.withLock { $0 }
        guard now.values.reduce(0, +) < work.most else { return nil }
        guard let errand = try await work.lease(busy: now.filter { $0.value >= work.mostPerReceiver }.map(\.key)) else { return nil }
        busy.withLock { $0[work.receiver(of: errand), default: 0] += 1 }
        return errand
    }

    private func runAndGoOn(_ errand: Work.Errand) async {
        do {
            try await work.run(errand)
        } catch {
            // It is sent again when the lease is over.
            Log.warning("\(name) cannot write down what it sent", ["error": ErrorLabel.of(error)])
        }
        done(errand)
        wake.raise()
    }

    private func done(_ errand: Work.Errand) {
        let receiver = work.receiver(of: errand)
        busy.withLock { busy in
            let left = (busy[receiver] ?? 1) - 1
            busy[receiver] = left > 0 ? left : nil
        }
    }
}
