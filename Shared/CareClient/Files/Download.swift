import Foundation

/// Brings a file part by part: what breaks off goes on where it was, and each part tells how far it is.
struct Download: Sendable {
    let api: API
    /// Bytes of a part.
    var part = 1 << 20

    /// `call` is what asks for the file; it is made anew for each attempt that another address may help.
    func bytes(_ call: @Sendable (_ isRenewed: Bool) async throws -> Call, progress: OnProgress?) async throws -> Data {
        var found = Data()
        var total: Int?
        var tag: String?
        var asked = try await call(false)
        var wasRenewed = false
        while total == nil || found.count < total ?? 0 {
            var part = asked
            part.headers["Accept"] = "*/*"
            part.headers["Range"] = "bytes=\(found.count)-\(found.count + self.part - 1)"
            // Of another state nothing may be put behind what is here.
            if let tag { part.headers["If-Range"] = tag }
            let reply: HTTPReply
            do {
                reply = try await api.send(part)
            } catch CareError.refused(let problem) where problem.status == 416 && found.isEmpty {
                break
            } catch CareError.refused(let problem) where problem.status == 403 && !wasRenewed {
                (asked, wasRenewed) = (try await call(true), true)
                continue
            }
            wasRenewed = false
            if reply.status == 206, let range = ContentRange(reply.headers["content-range"]), range.start == found.count, !reply.body.isEmpty {
                (total, tag) = (range.total, reply.headers["etag"].flatMap { $0.hasPrefix("W/") ? nil : $0 })
                found.append(reply.body)
            } else if reply.status == 200 {
                (found, total) = (reply.body, reply.body.count)
            } else {
                throw CareError.unreadable(asked.path)
            }
            progress?(TransferProgress(done: found.count, total: total ?? found.count))
        }
        return found
    }
}

/// `bytes 0-1023/4096` (RFC 9110, section 14.4).
struct ContentRange: Equatable, Sendable {
    var start: Int
    var total: Int

    init?(_ text: String?) {
        guard let text, text.hasPrefix("bytes "), let dash = text.firstIndex(of: "-"), let slash = text.firstIndex(of: "/"), dash < slash,
            let start = Int(text[text.index(text.startIndex, offsetBy: 6)..<dash]), let total = Int(text[text.index(after: slash)...]), start < total
        else { return nil }
        (self.start, self.total) = (start, total)
    }
}
