import NIOCore

/// Sits before the decoder and tells the connection how many bytes came, so that a head that never ends is refused while it
/// is still small: the decoder itself would keep as much as comes.
final class HeadMeter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: HTTPConnection

    init(_ connection: HTTPConnection) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connection.willDecode(bytes: unwrapInboundIn(data).readableBytes)
        context.fireChannelRead(data)
    }
}
