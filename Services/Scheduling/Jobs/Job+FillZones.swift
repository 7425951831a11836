import Outbox

extension Job {
    static func fillZones() -> Job { sweepInBatches("fill-zones", every: .seconds(60)) { tx in try await FillZones()(tx) } }
}
