import CareModels
import Outbox

extension ServiceCommand {
    /// `scheduling-service snapshot-appointments`: what `careline snapshot care.appointments.v1` runs.
    package init(_ snapshot: Snapshot) {
        self.init(Self.snapshotName(snapshot.topic)) { pool, now in
            let told = try await pool.tell(snapshot, now: now)
            return "\(told) of \(snapshot.topic.rawValue) are told; the relay of a running service sends them"
        }
    }

    package static func snapshotName(_ topic: Topic) -> String { "snapshot-\(topic.rawValue.split(separator: ".")[1])" }
}
