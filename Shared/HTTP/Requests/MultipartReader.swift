import CareModels
import Foundation
import NIOCore

/// Reads multipart/form-data (RFC 7578) from a streamed body, part by part and piece by piece, in little memory.
package struct MultipartReader {
    package struct Part: Equatable, Sendable {
        /// Of the form's field.
        package var name: String
        /// As the client says; not to be trusted as a path.
        package var fileName: String?
        /// As the client says.
        package var contentType: String?
    }

    private let body: RequestBodyStream
    private var parser: MultipartParser
    private var parts = 0
    private let most: Int

    /// `most`: parts. Throws the 415 problem for another content type.
    package init(_ request: Request, most: Int) throws {
        guard let boundary = MultipartParser.boundary(request.headers.first(name: "Content-Type") ?? "") else {
            throw Problem.unsupportedMediaType("Send multipart/form-data with a boundary.", accepted: "multipart/form-data")
        }
        body = request.bodyStream
        parser = MultipartParser(boundary: boundary)
        self.most = most
    }

    /// The next part; nil after the last. What is left of the part before is passed over. Throws a 400 problem for a malformed body,
    /// and `RequestBodyStream.BrokenOff`.
    package mutating func nextPart() async throws -> Part? {
        while true {
            switch try await event() {
            case .part(let part):
                parts += 1
                guard parts <= most else { throw MultipartParser.malformed("It has more than \(most) parts.") }
                return part
            case .piece, .endOfPart: continue
            case .end:
                // The rest is no part: it is read so that the connection can go on.
                while try await body.nextBuffer() != nil {}
                return nil
            }
        }
    }

    /// The next bytes of this part; nil at its end.
    package mutating func nextPiece() async throws -> [UInt8]? {
        while true {
            switch try await event() {
            case .piece(let piece): return Array(piece.readableBytesView)
            case .endOfPart, .end: return nil
            case .part: preconditionFailure("a part begins after the one before has ended")
            }
        }
    }

    private mutating func event() async throws -> MultipartParser.Event {
        while true {
            if let event = try parser.next() { return event }
            guard let piece = try await body.nextBuffer() else { throw MultipartParser.malformed("It ends within a part.") }
            parser.append(piece)
        }
    }
}
