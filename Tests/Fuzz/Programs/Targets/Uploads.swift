import Foundation
import NIOHTTP1

@testable import HTTP
@testable import RecordsService

extension FuzzTarget {
    /// What a client says of a file beside its bytes: tus's Upload-Metadata and Upload-Checksum, its media type, and whose access rules hold for it.
    static let uploads = FuzzTarget("uploads", longest: 5000) { input in
        let text = String(decoding: input, as: UTF8.self)
        metadata(text)
        if let checksum = try? Tus.Checksum(text) {
            let spelled = "\(checksum.algorithm.rawValue) \(Data(checksum.value).base64EncodedString())"
            expect((try? Tus.Checksum(spelled)) == checksum, "spelled and read it is another: \(spelled)")
        }
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) }
        let names = ["Content-Type", FileHeaders.keepMetadata, FileHeaders.securityContext]
        guard let file = refusal({ try FileHeaders(Request.asking(Array(zip(names, lines)))) }) else { return }
        expect(
            file.contentType.utf8.count <= 200 && file.contentType.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "a media type that ends a line: \(file.contentType)")
        expect(!file.keepsMetadata || lines[1] == "true", "kept without a wish")
        if let context = file.securityContext {
            guard let named = SecurityContext.reference(context) else { fatalError("\(context) names nothing") }
            expect("\(named.type)/\(named.id)" == context && ResourceID.isValid(named.id), "\(context) names \(named)")
        }
    }

    private static func metadata(_ text: String) {
        guard let values = try? Tus.metadata(text) else { return }
        expect(text.utf8.count <= Tus.longestMetadata, "too long")
        expect(values.keys.allSatisfy { !$0.isEmpty && !$0.utf8.contains(0x20) && !$0.utf8.contains(0x2C) }, "names \(values.keys)")
        let spelled = values.map { "\($0) \(Data($1.utf8).base64EncodedString())" }.joined(separator: ",")
        if spelled.utf8.count <= Tus.longestMetadata { expect((try? Tus.metadata(spelled)) == values, "spelled and read it is another: \(spelled)") }
        for name in values.keys { expect((try? Tus.metadata("\(text),\(name)")) == nil, "\(name) twice") }
    }
}

extension Request {
    /// With these fields and no others.
    static func asking(_ fields: [(String, String)], query: QueryParameters = .init()) -> Request {
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: NIOHTTP1.HTTPHeaders(fields))
        let route = Route.get("/", .anyone, operation: "ask") { _ in .noContent }
        return Request(head: head, route: route, query: query, requestID: "fuzz", peer: .init(address: "127.0.0.1", proxies: .loopback), caller: nil)
    }
}
