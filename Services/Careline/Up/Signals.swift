import Dispatch
import Foundation

/// The signals that ask this process to stop, as a stream. From here on none of them ends it by itself.
final class Signals {
    let stream: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    init(_ numbers: [Int32]) {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(4))
        self.stream = stream
        sources = numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield(number) }
            source.activate()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }
}
