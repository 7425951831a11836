import NIOCore

@testable import HTTP

extension FuzzTarget {
    /// multipart/form-data (RFC 7578): the same parts however the network cuts them, and what was written is read.
    static let multipart = FuzzTarget("multipart", longest: 12 << 10) { input in
        var choices = Choices(input)
        let seed = choices.byte()
        let bytes = choices.bytes
        let whole = parts(of: [bytes], boundary: "b")
        expect(whole == parts(of: bytes.pieces(seed), boundary: "b"), "cut it has other parts")
        if case .success(let told) = whole { expect(told.parts.reduce(0) { $0 + $1.content.count } <= bytes.count, "more came out than went in") }

        if let boundary = MultipartParser.boundary(choices.text) {
            expect((1...70).contains(boundary.utf8.count), "a boundary of \(boundary.utf8.count) bytes")
        }
        // The content of a part comes through as it is, as long as it holds no boundary.
        let boundary = "----x7Kd"
        let form = Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n".utf8) + bytes + Array("\r\n--\(boundary)--\r\n".utf8)
        if !String(decoding: bytes, as: UTF8.self).contains(boundary) {
            let part = Told.Part(part: MultipartReader.Part(name: "file"), content: bytes)
            let read = parts(of: form.pieces(seed), boundary: boundary)
            expect(read == .success(Told(parts: [part], isWhole: true)), "what was written is not read")
        }
    }

    private struct Told: Equatable {
        struct Part: Equatable {
            var part: MultipartReader.Part
            var content: [UInt8]
        }

        var parts: [Part] = []
        var isWhole = false
    }

    private struct Refused: Error, Equatable { var detail: String }

    private static func parts(of pieces: [[UInt8]], boundary: String) -> Result<Told, Refused> {
        var parser = MultipartParser(boundary: boundary)
        var rest = pieces[...]
        var told = Told()
        var steps = 0
        let bytes = pieces.reduce(0) { $0 + $1.count }
        while true {
            steps += 1
            expect(steps <= 4 * bytes + pieces.count + 8, "more steps than bytes")
            do {
                switch try parser.next() {
                case nil:
                    guard let piece = rest.popFirst() else { return .success(told) }
                    parser.append(ByteBuffer(bytes: piece))
                case .part(let part): told.parts.append(Told.Part(part: part, content: []))
                case .piece(let piece):
                    expect(piece.readableBytes > 0, "a piece of nothing")
                    expect(!told.parts.isEmpty, "content before a part")
                    told.parts[told.parts.count - 1].content += piece.readableBytesView
                case .endOfPart: continue
                case .end:
                    told.isWhole = true
                    return .success(told)
                }
            } catch let problem as Problem {
                expect(problem.status == .badRequest, "refused with \(problem.status)")
                return .failure(Refused(detail: problem.detail?.description ?? ""))
            } catch {
                fatalError("not a problem: \(error)")
            }
        }
    }
}
