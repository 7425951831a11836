import CareModels
import CareService
import Crypto
import Foundation
import JSON
import Sealing

/// A version's body without what is large in it, and that.
struct LiftedBody: Sendable {
    /// Stored as the version's body.
    var kept: [UInt8]
    var cuts: [Cut] = []
    /// In the order of the cuts.
    var contents: [NewContent] = []

    /// A body that stays as it is.
    init(_ kept: [UInt8]) { self.kept = kept }

    /// Of a resource's body as it would be stored whole. Throws `ContentMismatch` when something in it is not what is said of it. `file`: what the client
    /// sent in place of the base64 of a Binary.
    init(_ body: [UInt8], file: ReceivedContent?) throws {
        guard let document = try? JSONDocument(body, limits: .resource) else {
            self.init(body)
            return
        }
        self.init([])
        kept.reserveCapacity(body.count)
        var position = 0
        for data in try AttachedData.all(in: document.root) {
            var content: NewContent?
            if let file, data.holder.index == 0 {
                content = .received(file)
            } else if let bytes = try Self.checked(data), data.isLarge {
                content = .bytes(bytes, digest: Array(SHA256.hash(data: bytes)))
            }
            guard let content else { continue }
            kept.append(contentsOf: body[position..<data.range.lowerBound])
            position = data.range.upperBound
            cuts.append(Cut(at: kept.count, size: content.size, digest: content.digest, isFile: content.isReceived ? true : nil))
            contents.append(content)
        }
        kept.append(contentsOf: body[position...])
    }

    /// The bytes, where somebody asks for them: they are to be taken out, or something is said of them.
    private static func checked(_ data: AttachedData) throws -> [UInt8]? {
        guard data.isLarge || data.declaredSize != nil || data.declaredHash != nil, let bytes = data.bytes else { return nil }
        try check(data, bytes)
        return bytes
    }

    /// What is said of the bytes is true of them.
    static func check(_ data: AttachedData, _ bytes: [UInt8]) throws {
        if let size = data.declaredSize, size != Double(bytes.count) {
            throw ContentMismatch(
                .size(declared: Int(clamping: Int64(exactly: size.rounded()) ?? .max), found: bytes.count), at: ResourceDraft.place(of: data.holder, "size"))
        }
        if let hash = data.declaredHash, hash != Data(Insecure.SHA1.hash(data: bytes)).base64EncodedString() {
            throw ContentMismatch(.hash, at: ResourceDraft.place(of: data.holder, "hash"))
        }
        if data.isLarge, let type = data.contentType {
            try ContentMismatch.check(type, Array(bytes.prefix(DocumentType.enough)), at: ResourceDraft.place(of: data.holder, "contentType"))
        }
    }

    /// Byte for byte the same, however what is large came.
    func isStored(as body: [UInt8], _ cuts: [Cut]) -> Bool {
        kept == body && self.cuts.elementsEqual(cuts) { ($0.at, $0.size, $0.digest) == ($1.at, $1.size, $1.digest) }
    }

    /// Bytes that are stored for it beside the body, as long as none of them is there already.
    var cost: Int { contents.reduce(0) { $0 + $1.cost } }

    func sealedCuts(of record: RecordID, version: Int, _ key: PersonKey) throws -> [UInt8]? {
        cuts.isEmpty ? nil : try key.seal(json: cuts, at: RecordVersion.cutsPlace(record, version))
    }
}

/// Something large that is about to be stored, or was while it came.
enum NewContent: Sendable {
    case bytes([UInt8], digest: [UInt8])
    case received(ReceivedContent)

    var size: Int {
        switch self {
        case .bytes(let bytes, _): bytes.count
        case .received(let file): file.size
        }
    }

    var digest: [UInt8] {
        switch self {
        case .bytes(_, let digest): digest
        case .received(let file): file.digest
        }
    }

    var isReceived: Bool { if case .received = self { true } else { false } }

    /// What is yet to be charged for it.
    var cost: Int {
        switch self {
        case .bytes(let bytes, _): Self.cost(ofSize: bytes.count)
        case .received(let file): file.isCharged ? 0 : Self.cost(ofSize: file.size)
        }
    }

    /// Sealed, in chunks.
    static func cost(ofSize size: Int) -> Int { size + ContentChunks.count(ofSize: size) * (PersonKey.overhead + StorageQuota.overhead) }
}

/// A file whose bytes are all stored, and that no resource holds yet.
struct ReceivedContent: Sendable {
    var id: ContentID
    var size: Int
    var digest: [UInt8]
    /// Its bytes were held against the quota while they came.
    var isCharged: Bool
}
