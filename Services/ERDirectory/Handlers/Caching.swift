import CareModels
import Foundation
import HTTP

/// How long answers may be kept (RFC 9111), and for how long an old one is better than none (RFC 5861, `stale-if-error`): somebody who looks
/// for an emergency room is to find one also while the service is away.
struct Caching: Sendable {
    var maxAge: Int
    var staleIfError: Int

    init(_ settings: ERDirectorySettings) {
        maxAge = Int(settings.maxAge.components.seconds)
        staleIfError = Int(settings.staleIfError.components.seconds)
    }

    /// For anyone; `until` cuts it short.
    func shared(until: Int? = nil, now: Int) -> String { "public, " + ages(until, now) }

    /// For the asking browser or app alone: the address says where somebody is.
    func personal(until: Int?, now: Int) -> String { "private, " + ages(until, now) }

    func freshUntil(_ until: Int?, now: Int) -> Int { max(now, min(until ?? Int.max, now + maxAge)) }

    private func ages(_ until: Int?, _ now: Int) -> String {
        "max-age=\(freshUntil(until, now: now) - now), stale-if-error=\(staleIfError)"
    }
}

/// Names one state of an answer: for entity tags of what has no version of its own. FNV-1a, since nobody gains by forging one.
struct Fingerprint {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Of an answer with texts: another language has other bytes.
    init(in language: Language) {
        for byte in language.tag.utf8 { withUnsafeBytes(of: byte) { add($0) } }
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    mutating func add(_ er: EvaluatedER) {
        withUnsafeBytes(of: er.record.id.uuid.uuid) { add($0) }
        // Each of eight bytes, so that no two lists of numbers are the same bytes.
        for number in [
            er.record.version, er.schedule?.version ?? 0, ERStatus.allCases.firstIndex(of: er.status) ?? 0, er.until ?? 0, er.opensAt ?? 0, er.today.daysSince1970
        ] {
            withUnsafeBytes(of: number.littleEndian) { add($0) }
        }
    }

    var text: String { String(hash, radix: 36) }
}

extension Response {
    func tagged(_ tag: String, cache: String) -> Response {
        var response = self
        response.headers.replaceOrAdd(name: "ETag", value: tag)
        response.headers.replaceOrAdd(name: "Cache-Control", value: cache)
        return response
    }
}
