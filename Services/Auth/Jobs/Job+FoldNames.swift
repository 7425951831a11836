import Outbox

extension Job {
    static func foldNames() -> Job { sweepInBatches("fold-names", every: .seconds(60)) { tx in try await FoldNames()(tx) } }
}
