import CareModels

// What a request's answer takes of the server's memory while it is made and until it is written.
extension Request {
    /// There are so many bytes in memory by now of what it is answered. Throws the 503 when there is no room for them.
    package func hold(_ bytes: Int) throws {
        guard bytes > BodyBudget.small, let share else { return }
        guard share.set(bytes) == .taken else { throw BodyBudget.refusal() }
    }

    /// Before what was stored, or came as a stream, is read as a body is: what that takes, of all of them, beside so many bytes that there are already. Throws the
    /// 503 when there is no room for it.
    package func hold(toRead texts: [[UInt8]], beside bytes: Int) throws {
        try hold(texts.reduce(bytes) { sum, text in sum + text.withUnsafeBytes(BodyWeight.of) })
    }

    /// What was held is needed no more, though the request goes on.
    package func letGo() { _ = share?.set(0) }

    /// A long answer is in the budget from when it is made. Where there is no room for it a read hears 503; what has had an effect is answered
    /// all the same, and others wait for its client.
    package func charged(_ response: Response) throws -> Response {
        guard response.body.count > BodyBudget.small, let share else { return response }
        if share.set(response.body.count) != .taken {
            if isReading { throw BodyBudget.refusal() }
            share.overdraw(response.body.count)
        }
        var response = response
        response.share = share
        return response
    }
}
