import CareModels
import NIOCore

/// Sits before the decoder and tells the connection how long a head has become, and what is wrong with a body's framing, so that it
/// is refused while it is still small: the decoder itself would keep as much as comes.
final class HeadMeter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: HTTPConnection
    private var meter = RequestMeter()
    /// After a fault nobody can say where the next request begins.
    private var isDeaf = false

    init(_ connection: HTTPConnection) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var rest = unwrapInboundIn(data)
        while rest.readableBytes > 0, connection.listens(to: rest.readableBytes), !isDeaf {
            if meter.isAfterHead { meter.begin(connection.takeFraming(), most: connection.framingLimit) }
            switch take(rest) {
            case .success(rest.readableBytes):
                return context.fireChannelRead(wrapInboundOut(rest))
            case .success(let count):
                // The end of a head or of a body: what it was decides how the rest is read.
                if count > 0, let part = rest.readSlice(length: count) { context.fireChannelRead(wrapInboundOut(part)) }
            case .failure(let fault):
                isDeaf = true
                connection.framingFailed(fault)
            }
        }
    }

    private func take(_ bytes: ByteBuffer) -> Result<Int, RequestMeter.Fault> {
        bytes.withUnsafeReadableBytes { bytes in
            if meter.isInHead {
                let count = meter.head(bytes)
                connection.willDecodeHead(bytes: count)
                return .success(count)
            }
            do throws(RequestMeter.Fault) { return .success(try meter.body(bytes)) } catch { return .failure(error) }
        }
    }
}
