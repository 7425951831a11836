import CareModels
import Foundation

/// A file of somebody's, whole or the part of it that is asked for (Range and If-Range, RFC 9110, sections 13 and 14). Nothing in it is run or framed by a
/// browser, and no cache but the caller's own keeps it.
package struct FileAnswer: Sendable {
    package var size: Int
    /// Strong: of these bytes.
    package var tag: String
    package var contentType: String
    package var name: String?
    /// A browser shows it in its place; otherwise it asks where to save it.
    package var isInline: Bool
    package var more: HTTPHeaders

    package init(size: Int, tag: String, contentType: String, name: String? = nil, isInline: Bool, more: HTTPHeaders = [:]) {
        self.size = size
        self.tag = tag
        self.contentType = contentType
        self.name = name
        self.isInline = isInline
        self.more = more
    }

    /// `stream` makes the bytes of a part.
    package func response(to request: Request, _ stream: (Range<Int>) -> ResponseStream) throws -> Response {
        let (status, headers, part) = try asked(by: request)
        return Response(status, headers: headers, stream: stream(part))
    }

    /// What is in memory whole: the server's budget has it until its client does.
    package func response(to request: Request, bytes: [UInt8]) throws -> Response {
        let (status, headers, part) = try asked(by: request)
        return Response(status, headers: headers, body: part == bytes.indices ? bytes : Array(bytes[part]))
    }

    private func asked(by request: Request) throws -> (HTTPResponseStatus, HTTPHeaders, Range<Int>) {
        var headers = headers
        headers.add(name: "ETag", value: tag)
        let isFresh = request.headers.first(name: "If-Range").map { $0 == tag } ?? true
        switch ByteRange(isFresh ? request.headers.first(name: "Range") : nil, size: size) {
        case .unsatisfiable:
            throw Problem(
                .rangeNotSatisfiable, detail: "It has \(size) bytes.", members: ["size": .number(size)],
                headers: ["Content-Range": "bytes */\(size)", "Accept-Ranges": "bytes"])
        case .whole:
            return (.ok, headers, 0..<size)
        case .part(let part):
            headers.add(name: "Content-Range", value: "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)")
            return (.partialContent, headers, part)
        }
    }

    private var headers: HTTPHeaders {
        var disposition = isInline ? "inline" : "attachment"
        if let name {
            let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
            disposition += "; filename*=UTF-8''" + (name.addingPercentEncoding(withAllowedCharacters: allowed) ?? "file")
        }
        var headers: HTTPHeaders = [
            "Content-Type": contentType, "Content-Disposition": disposition, "Accept-Ranges": "bytes", "Cache-Control": "private, no-store",
            "Content-Security-Policy":
                "sandbox; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'",
            "Referrer-Policy": "no-referrer"
        ]
        headers.add(contentsOf: more)
        return headers
    }
}
