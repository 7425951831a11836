import Foundation

/// Brings a file part by part: what breaks off goes on where it was, and each part tells how far it is.
struct Download: Sendable {
    let api: API

    /// `call` is what asks for the file; it is made anew for each attempt that another address may help.
    func bytes(_ call: @Sendable (_ isRenewed: Bool) async throws -> Call, progress: OnProgress?) async throws -> Data {
        var sink = MemorySink()
        try await bring(call, into: &sink, progress: progress)
        return sink.bytes
    }

    /// To a place on the disk, never all of it in memory.
    func file(_ file: URL, hash: String? = nil, _ call: @Sendable (_ isRenewed: Bool) async throws -> Call, progress: OnProgress?) async throws {
        var sink = try DiskSink(file)
        try await bring(call, into: &sink, progress: progress)
        try sink.finish(hash: hash)
    }

    private func bring(_ call: @Sendable (_ isRenewed: Bool) async throws -> Call, into sink: inout some FileSink, progress: OnProgress?) async throws {
        var total: Int?
        var asked = try await call(false)
        var wasRenewed = false
        while total == nil || sink.count < total ?? 0 {
            let reply: HTTPReply
            do {
                reply = try await api.send(Self.part(of: asked, from: sink.count, tag: sink.tag))
            } catch CareError.refused(let problem) where problem.status == 416 {
                // An empty file; or what is here is longer than the file has become.
                if sink.count == 0 { return }
                try sink.replace(by: Data())
                continue
            } catch CareError.refused(let problem) where problem.status == 403 && !wasRenewed {
                (asked, wasRenewed) = (try await call(true), true)
                continue
            }
            wasRenewed = false
            if reply.status == 206, let range = ContentRange(reply.headers["content-range"]), range.start == sink.count, !reply.body.isEmpty {
                total = range.total
                try sink.append(reply.body, tag: reply.headers["etag"].flatMap { $0.hasPrefix("W/") ? nil : $0 })
            } else if reply.status == 200 {
                try sink.replace(by: reply.body)
                total = sink.count
            } else {
                throw CareError.unreadable(asked.path)
            }
            progress?(TransferProgress(done: sink.count, total: total ?? sink.count))
        }
    }

    private static func part(of asked: Call, from start: Int, tag: String?) -> Call {
        var part = asked
        part.headers["Accept"] = "*/*"
        part.headers["Range"] = "bytes=\(start)-\(start + FileSource.part - 1)"
        // Of another state nothing may be put behind what is here.
        if let tag { part.headers["If-Range"] = tag }
        return part
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
