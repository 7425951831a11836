import NIOCore
import NIOWebSocket

@testable import HTTP

extension FuzzTarget {
    /// A client's side of a WebSocket (RFC 6455): the same messages however the network cuts them, never one from a frame that the RFC forbids.
    static let webSocket = FuzzTarget("websocket", longest: 8192) { input in
        var choices = Choices(input)
        let seed = choices.byte()
        let most = [0, 125, 126, 4096, 65_536][choices.number(below: 5)]
        let bytes = choices.bytes
        let whole = heard([bytes], most: most)
        expect(whole == heard(bytes.pieces(seed), most: most), "cut it says something else")
        expect(whole.messages.allSatisfy { $0.utf8.count <= most }, "a message over its limit")
        expect(whole.frames <= bytes.count / 6, "a frame has six bytes or more")
        if let first = bytes.first, bytes.count >= 2, whole.frames > 0 {
            expect(first & 0x70 == 0, "a reserved bit was taken")
            expect(bytes[1] & 0x80 != 0, "a frame without a mask was taken")
        }
        if let close = try? WebSocketClose.parse(ByteBuffer(bytes: bytes)) {
            var payload = ByteBuffer()
            close.write(into: &payload)
            expect((2...125).contains(payload.readableBytes), "a close frame of \(payload.readableBytes) bytes")
            let again = try? WebSocketClose.parse(payload)
            expect(again?.code == close.code && close.reason.hasPrefix(again?.reason ?? "?"), "our close frame is not read again")
        }
        let text = choices.text
        guard text.utf8.count <= most else { return }
        let written = heard(frame(text, mask: [seed, 1, 2, 3]).pieces(seed), most: most)
        expect(written.messages == [text] && written.end == nil, "what was written is not heard")
    }

    private struct Heard: Equatable {
        var messages: [String] = []
        var frames = 0
        var end: WebSocketClose?
    }

    private static func heard(_ pieces: [[UInt8]], most: Int) -> Heard {
        var reader = FrameReader(most: most)
        var assembler = MessageAssembler(most: most)
        var heard = Heard()
        for piece in pieces {
            reader.append(ByteBuffer(bytes: piece))
            do throws(WebSocketClose) {
                while let frame = try reader.next() {
                    heard.frames += 1
                    switch frame.opcode {
                    case .ping, .pong: expect(frame.isFinal && frame.payload.readableBytes <= 125, "a control frame as none may be")
                    case .connectionClose: _ = try WebSocketClose.parse(frame.payload)
                    default: if let message = try assembler.take(frame) { heard.messages.append(message) }
                    }
                }
            } catch {
                heard.end = error
                return heard
            }
        }
        return heard
    }

    private static func frame(_ text: String, mask: [UInt8]) -> [UInt8] {
        let payload = Array(text.utf8)
        let count = UInt64(payload.count)
        var buffer = ByteBuffer(bytes: [0x81])
        switch count {
        case ...125: buffer.writeInteger(0x80 | UInt8(count))
        case ...0xFFFF:
            buffer.writeInteger(UInt8(0x80 | 126))
            buffer.writeInteger(UInt16(count))
        default:
            buffer.writeInteger(UInt8(0x80 | 127))
            buffer.writeInteger(count)
        }
        buffer.writeBytes(mask)
        for (index, byte) in payload.enumerated() { buffer.writeInteger(byte ^ mask[index % 4]) }
        return Array(buffer.readableBytesView)
    }
}
