import NIOCore
import TestKit
import Testing

@testable import HTTP

@Suite struct FrameReaderTests {
    private func frames(_ bytes: [UInt8], step: Int = .max, most: Int = 1000) throws -> [FrameReader.Frame] {
        var reader = FrameReader(most: most)
        var frames: [FrameReader.Frame] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            reader.append(ByteBuffer(bytes: rest.prefix(step)))
            rest = rest.dropFirst(step)
            while let frame = try reader.next() { frames.append(frame) }
        }
        return frames
    }

    @Test(arguments: [1, 2, 3, 7, Int.max]) func framesAreFoundHoweverTheyAreCut(step: Int) throws {
        let payloads = [[], Array("Hello".utf8), [UInt8](repeating: 0x61, count: 125), [UInt8](repeating: 0x62, count: 126), [UInt8](repeating: 0x63, count: 900)]
        let bytes = payloads.flatMap { RawWebSocket.frame(opcode: 1, $0) }
        let found = try frames(bytes, step: step)
        #expect(found.map { Array($0.payload.readableBytesView) } == payloads)
        #expect(found.allSatisfy { $0.isFinal && $0.opcode == .text })
    }

    /// A client that always sends the beginning of its next frame along, for as long as it likes.
    @Test func framesThatNeverEndWithAReadArePassedOn() throws {
        var reader = FrameReader(most: 1000)
        let frame = RawWebSocket.frame(opcode: 1, [UInt8](repeating: 0x61, count: 1000))
        var found = 0
        reader.append(ByteBuffer(bytes: frame.prefix(3)))
        for _ in 0..<2000 {
            reader.append(ByteBuffer(bytes: frame.dropFirst(3) + frame.prefix(3)))
            while try reader.next() != nil { found += 1 }
            #expect(reader.capacity <= 8192)
        }
        #expect(found == 2000)
    }

    @Test func faultsAreSeenBeforeTheirBytesAreKept() {
        func code(_ bytes: [UInt8]) -> UInt16? {
            do {
                _ = try frames(bytes)
                return nil
            } catch {
                return (error as? WebSocketClose)?.code
            }
        }
        #expect(code(RawWebSocket.frame(opcode: 1, [1], isMasked: false)) == 1002)
        #expect(code([0xC1, 0x80, 0, 0, 0, 0]) == 1002)  // a reserved bit
        #expect(code([0x83, 0x80, 0, 0, 0, 0]) == 1002)  // an unknown opcode
        #expect(code([0x8B, 0x80, 0, 0, 0, 0]) == 1002)
        #expect(code([0x09, 0x80]) == 1002)  // a ping in fragments
        #expect(code([0x89, 0xFE]) == 1002)  // a long ping
        #expect(code([0x81, 0xFE, 0x03, 0xE9]) == 1009)  // 1001 bytes
        #expect(code([0x81, 0xFF] + [UInt8](repeating: 0xFF, count: 8)) == 1009)  // more than any number
        #expect(code([0x81, 0xFE, 0x03]) == nil)
    }

    @Test func closeCodes() throws {
        func parse(_ bytes: [UInt8]) throws -> WebSocketClose? { try WebSocketClose.parse(ByteBuffer(bytes: bytes)) }
        #expect(try parse([]) == nil)
        #expect(try parse([0x03, 0xE8]) == WebSocketClose(code: 1000, reason: ""))
        #expect(try parse([0x0F, 0xA0] + Array("bye".utf8)) == WebSocketClose(code: 4000, reason: "bye"))
        for wrong in [[0x03], [0x03, 0xEC], [0x03, 0xED], [0x03, 0xEE], [0x03, 0xF7], [0x00, 0x00], [0x13, 0x88]] as [[UInt8]] {
            #expect(throws: WebSocketClose.self) { try parse(wrong) }
        }
        #expect(throws: WebSocketClose.notUTF8) { try parse([0x03, 0xE8, 0xFF]) }
        var buffer = ByteBuffer()
        WebSocketClose(code: 1008, reason: String(repeating: "é", count: 100)).write(into: &buffer)
        #expect(buffer.readableBytes == 2 + 122)
    }
}
