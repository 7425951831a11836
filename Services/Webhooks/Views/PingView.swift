import JSON

/// What came of a test.
struct PingView: JSONWritable, Sendable {
    let answered: Answered
    let milliseconds: Int

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("delivered", answered.isAccepted)
            $0.member("durationMs", milliseconds)
            $0.member("error", answered.error)
            $0.member("status", answered.status)
        }
    }
}
