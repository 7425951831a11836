import CareService

extension Signals {
    /// These signals as a stream, until the object is gone.
    static func stream(_ numbers: [Int32]) -> (signals: Signals, stream: AsyncStream<Int32>) {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(4))
        return (Signals(numbers) { continuation.yield($0) }, stream)
    }
}
