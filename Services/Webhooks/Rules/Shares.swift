/// How a replica's places are shared among clients: one has no more requests under way than places are left free, so that those of one, or of a few, whose
/// receivers are slow never take all of them.
enum Shares {
    /// So many of those that are due may go, from the first on.
    /// - Parameters:
    ///   - counts: of each that is due, how many its client would have under way with it and those before it; ascending.
    ///   - free: places that nothing is under way in.
    static func granted(_ counts: [Int], free: Int) -> Int {
        var granted = 0
        while granted < counts.count, counts[granted] <= free - granted { granted += 1 }
        return granted
    }
}

/// What a replica has under way.
struct UnderWay: Sendable {
    private(set) var total = 0
    private(set) var ofWebhook: [WebhookID: Int] = [:]
    private(set) var ofClient: [String: Int] = [:]

    mutating func begin(_ webhook: WebhookID, of client: String) { change(webhook, client, by: 1) }

    mutating func end(_ webhook: WebhookID, of client: String) { change(webhook, client, by: -1) }

    private mutating func change(_ webhook: WebhookID, _ client: String, by step: Int) {
        total += step
        let (left, leftOfClient) = (ofWebhook[webhook, default: 0] + step, ofClient[client, default: 0] + step)
        ofWebhook[webhook] = left > 0 ? left : nil
        ofClient[client] = leftOfClient > 0 ? leftOfClient : nil
    }
}
