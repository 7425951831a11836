import NIOCore
import NIOPosix

/// A connection that writes what it is told to, and can be cut in the middle.
final class RawHTTP: Sendable {
    private let channel: any Channel

    private init(_ channel: any Channel) { self.channel = channel }

    static func connect(port: Int) async throws -> RawHTTP {
        RawHTTP(try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(host: "127.0.0.1", port: port).get())
    }

    func write(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }
    func cut() async { try? await channel.close() }
}
