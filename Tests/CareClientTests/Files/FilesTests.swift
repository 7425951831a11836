import CareClientTesting
import CareModels
import Crypto
import Foundation
import Testing

@testable import CareClient

@Suite(.timeLimit(.minutes(3))) struct FilesTests {
    static let bytes = Data((0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 7) })
    static var hash: String { Data(Insecure.SHA1.hash(data: bytes)).base64EncodedString() }

    private static func running<Result: Sendable>(_ device: TestDevice, _ body: (CareClient) async throws -> Result) async throws -> Result {
        let care = try await BookingTests.client(device)
        let result = try await body(care)
        await care.close()
        return result
    }

    /// What a server says that has `bytes` under this entity tag.
    static func part(_ call: HTTPCall, _ bytes: Data, tag: String = "\"1\"") -> HTTPReply {
        let range = (call.headers["Range"] ?? "").dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
        guard range.count == 2, call.headers["If-Range"] ?? tag == tag else { return HTTPReply(status: 200, headers: ["ETag": tag], body: bytes) }
        let end = min(range[1], bytes.count - 1)
        return HTTPReply(
            status: 206, headers: ["Content-Range": "bytes \(range[0])-\(end)/\(bytes.count)", "ETag": tag], body: bytes[range[0]...end])
    }

    @Test func aFileThatBreaksOffGoesOnWhereItWas() async throws {
        let device = TestDevice()
        device.server.answerInTurn { number, call in
            if number == 2 { throw TransportFault.unreachable }
            return Self.part(call, Self.bytes)
        }
        let heard = Locked<[TransferProgress]>([])
        let found = try await Self.running(device) { care in
            try await care.records.download("scan", hash: Self.hash) { progress in heard.withLock { $0.append(progress) } }
        }
        #expect(found == Self.bytes)
        #expect(heard.withLock { $0.map(\.done) } == [1 << 20, 2 << 20, 2_500_000] && heard.withLock { $0.last?.fraction } == 1)
        #expect(device.server.calls("/fhir/r4/Binary/scan").compactMap { $0.headers["Range"] }.count == 4)
    }

    /// Parts of two states are never put together.
    @Test func whatChangesMeanwhileIsBroughtAnew() async throws {
        let device = TestDevice()
        let (old, new) = (Self.bytes, Data(Self.bytes.reversed()))
        device.server.answer { call in
            call.headers["Range"]?.hasPrefix("bytes=0-") == true ? Self.part(call, old, tag: "\"1\"") : Self.part(call, new, tag: "\"2\"")
        }
        #expect(try await Self.running(device) { try await $0.records.download("scan") } == new)
    }

    @Test func aFileThatIsAnotherIsRefused() async throws {
        let device = TestDevice()
        device.server.answer { call in Self.part(call, Data("something else".utf8)) }
        await #expect(throws: CareError.damagedFile) { try await Self.running(device) { try await $0.records.download("scan", hash: Self.hash) } }
    }

    private static func isThere(_ file: URL) -> [Bool] {
        [file, file.appendingPathExtension("part"), file.appendingPathExtension("part").appendingPathExtension("tag")].map {
            FileManager.default.fileExists(atPath: $0.path)
        }
    }

    /// What was brought to the disk is not brought again in another run of the app, unless it has become another.
    @Test(arguments: [false, true]) func aFileOnTheDiskGoesOnInTheNextRun(hasChanged: Bool) async throws {
        let device = TestDevice()
        let (file, new) = (device.folder.appendingPathComponent("scan.pdf"), Data(Self.bytes.reversed()))
        device.server.answer { call in
            guard call.headers["Range"]?.hasPrefix("bytes=0-") == true else { throw TransportFault.unreachable }
            return Self.part(call, Self.bytes)
        }
        await #expect(throws: CareError.offline) { try await Self.running(device) { try await $0.records.download("scan", to: file) } }
        #expect(Self.isThere(file) == [false, true, true])
        let before = device.server.calls.count
        device.server.answer { call in hasChanged ? Self.part(call, new, tag: "\"2\"") : Self.part(call, Self.bytes) }
        let done = Locked<[Int]>([])
        try await Self.running(device) { care in
            try await care.records.download("scan", to: file, hash: hasChanged ? nil : Self.hash) { progress in done.withLock { $0.append(progress.done) } }
        }
        #expect(try Data(contentsOf: file) == (hasChanged ? new : Self.bytes) && Self.isThere(file) == [true, false, false])
        #expect(
            device.server.calls[before].headers["Range"]?.hasPrefix("bytes=\(FileSource.part)-") == true && device.server.calls[before].headers["If-Range"] == "\"1\"")
        #expect(done.withLock { $0 } == (hasChanged ? [new.count] : [2 << 20, Self.bytes.count]))
    }

    @Test func aFileOnTheDiskThatIsAnotherIsNotLeftThere() async throws {
        let device = TestDevice()
        let file = device.folder.appendingPathComponent("scan.pdf")
        device.server.answer { call in Self.part(call, Data("something else".utf8)) }
        await #expect(throws: CareError.damagedFile) { try await Self.running(device) { try await $0.records.download("scan", to: file, hash: Self.hash) } }
        #expect(Self.isThere(file) == [false, false, false])
        // Nor where nothing may be written.
        let nowhere = device.folder.appendingPathComponent("no such folder/scan.pdf")
        await #expect { try await Self.running(device) { try await $0.records.download("scan", to: nowhere) } } throws: { error in
            if case .storage = error as? CareError { true } else { false }
        }
    }

    /// Twice at the same time: the parts of one are not put between those of the other.
    @Test func whatIsBroughtToOnePlaceTwiceIsWholeOnce() throws {
        let device = TestDevice()
        try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
        let file = device.folder.appendingPathComponent("scan.pdf")
        var (one, other) = (try DiskSink(file), try DiskSink(file))
        try one.append(Data("ab".utf8), tag: "1")
        #expect(throws: StorageFault.busy) { try other.append(Data("ab".utf8), tag: "1") }
        try one.append(Data("cd".utf8), tag: "1")
        try one.finish(hash: nil)
        #expect(try Data(contentsOf: file) == Data("abcd".utf8))
    }

    /// What is here is more than the file has, under a tag that the server takes for its own.
    @Test func aPartThatIsTooLongIsBegunAnew() async throws {
        let device = TestDevice()
        try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
        let file = device.folder.appendingPathComponent("scan.pdf")
        try Data(count: 100).write(to: file.appendingPathExtension("part"))
        try Data("\"1\"".utf8).write(to: file.appendingPathExtension("part").appendingPathExtension("tag"))
        device.server.answer { call in
            call.headers["Range"]?.hasPrefix("bytes=100-") == true ? .problem("range", 416) : Self.part(call, Data("a scan".utf8))
        }
        try await Self.running(device) { try await $0.records.download("scan", to: file) }
        #expect(try Data(contentsOf: file) == Data("a scan".utf8))
    }

    @Test func aFileOnTheDiskIsSentInParts() async throws {
        let device = TestDevice()
        let uploads = Uploads()
        device.server.answer { try uploads.answer($0) }
        try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
        let path = device.folder.appendingPathComponent("scan.pdf")
        try Self.bytes.write(to: path)
        let file = try await Self.running(device) { try await $0.records.upload(file: path, contentType: "application/pdf") }
        #expect(uploads.state.withLock { $0.bytes } == Self.bytes && file.hash == Self.hash && file.size == Self.bytes.count)
        await #expect { try await Self.running(device) { try await $0.records.upload(file: path.appendingPathExtension("gone"), contentType: "a/b") } } throws: { error in
            if case .storage = error as? CareError { true } else { false }
        }
    }

    @Test func ofSomeFilesEachComesByItself() async throws {
        let device = TestDevice()
        device.server.answer { call in
            call.url.path.hasSuffix("/7")
                ? .json(#"{"resourceType":"OperationOutcome","issue":[{"code":"not-found"}]}"#, status: 404) : Self.part(call, Data(call.url.path.utf8))
        }
        let result = try await Self.running(device) { try await $0.records.download((0..<9).map(String.init), size: .small) }
        #expect(result.succeeded.count == 8 && result.failed.map(\.given) == ["7"])
        #expect(result.items.map(\.given) == (0..<9).map(String.init))
        #expect(device.server.calls.allSatisfy { $0.query["size"] == "200" })
    }

    /// The platform's side of tus, that loses an answer and a request.
    final class Uploads: Sendable {
        let state = Locked((bytes: Data(), begun: 0, requests: 0))
        let length = FilesTests.bytes.count

        func answer(_ call: HTTPCall) throws -> HTTPReply {
            switch call.method {
            case "POST":
                state.withLock { $0.begun += 1 }
                return HTTPReply(status: 201, headers: ["Location": "https://care.test/records/uploads/u1"])
            case "PATCH":
                let number = state.withLock {
                    $0.requests += 1; return $0.requests
                }
                if number == 1 { throw TransportFault.unreachable }
                let body = call.body ?? Data()
                guard call.headers["Upload-Checksum"] == "sha256 " + Data(SHA256.hash(data: body)).base64EncodedString() else {
                    return .problem("checksum-mismatch", 460)
                }
                let isThere = state.withLock { state in
                    guard call.headers["Upload-Offset"] == String(state.bytes.count) else { return false }
                    state.bytes += body
                    return true
                }
                guard isThere else { return .problem("upload-moved", 409) }
                if number == 3 { throw TransportFault.deadline }
                return HTTPReply(status: 204)
            case "HEAD": return HTTPReply(status: 200, headers: ["Content-Type": "application/pdf", "Content-Length": String(length)])
            default:
                let received = state.withLock { $0.bytes.count }
                let binary = received == length ? #","binary":"https://care.test/fhir/r4/Binary/u1""# : ""
                return .json(
                    #"{"id":"u1","contentType":"application/pdf","length":\#(length),"received":\#(received),"expiresAt":"2026-03-07T12:00:00Z"\#(binary)}"#)
            }
        }
    }

    @Test func whatIsSentGoesOnWhereItBrokeOff() async throws {
        let device = TestDevice()
        let uploads = Uploads()
        device.server.answer { try uploads.answer($0) }
        let heard = Locked<[Int]>([])
        let file = try await Self.running(device) { care in
            try await care.records.upload(Self.bytes, contentType: "application/pdf") { progress in heard.withLock { $0.append(progress.done) } }
        }
        #expect(uploads.state.withLock { $0.bytes } == Self.bytes && uploads.state.withLock { $0.begun } == 1)
        #expect(file == Records.File(id: "u1", contentType: "application/pdf", size: Self.bytes.count, hash: Self.hash) && file.address == "Binary/u1")
        #expect(heard.withLock { $0 } == heard.withLock { $0.sorted() } && heard.withLock { $0.last } == Self.bytes.count)
    }

    /// It was begun a day ago, and has expired; its key answers still. What it had become is there all the same, and nothing is sent twice.
    @Test(arguments: [true, false]) func anUploadThatHasExpiredIsBegunAnew(wasStored: Bool) async throws {
        let device = TestDevice()
        let (uploads, key) = (Uploads(), UUID.v7())
        device.server.answer { call in
            if call.method == "POST", call.headers["Idempotency-Key"] == key.lowercaseText {
                return HTTPReply(status: 201, headers: ["Location": "https://care.test/records/uploads/u0"])
            }
            if call.method == "HEAD" { return HTTPReply(status: 200, headers: ["Content-Type": "application/pdf", "Content-Length": String(Self.bytes.count)]) }
            if call.url.path.hasSuffix("/uploads/u0") { return .problem("not-found", 404) }
            if call.url.path.hasSuffix("/Binary/u0") {
                return wasStored
                    ? Self.part(call, Self.bytes) : .json(#"{"resourceType":"OperationOutcome","issue":[{"code":"not-found"}]}"#, status: 404)
            }
            return try uploads.answer(call)
        }
        let file = try await Self.running(device) { try await $0.records.upload(Self.bytes, contentType: "application/pdf", key: key) }
        #expect(file.id == (wasStored ? "u0" : "u1") && file.hash == Self.hash)
        #expect(uploads.state.withLock { $0.begun } == (wasStored ? 0 : 1))
        #expect(uploads.state.withLock { $0.bytes } == (wasStored ? Data() : Self.bytes))
    }

    /// Each by itself, and each says how far it is.
    @Test func manyAreBroughtEachByItself() async throws {
        let device = TestDevice()
        device.server.answer { call in
            if call.url.path.hasSuffix("/gone") { return .problem("not-found", 404) }
            return Self.part(call, call.url.path.hasSuffix("/other") ? Data("something else".utf8) : Self.bytes)
        }
        let heard = Locked<[Int: Int]>([:])
        let ids = ["scan", "gone", "other", "scan", "scan"]
        let found = try await Self.running(device) { care in
            try await care.records.download(ids, hashes: ["scan": Self.hash, "other": Self.hash]) { index, progress in heard.withLock { $0[index] = progress.done } }
        }
        #expect(found.items.map(\.given) == ids && found.succeeded == [Self.bytes, Self.bytes, Self.bytes])
        #expect(found.failed.map(\.given) == ["gone", "other"] && found.failed.last?.error == .damagedFile)
        #expect(heard.withLock { $0 } == [0: 2_500_000, 2: 14, 3: 2_500_000, 4: 2_500_000])
    }

    @Test func manyAreSentEachByItself() async throws {
        let device = TestDevice()
        let whole = Locked<Set<String>>([])
        let files = (0..<6).map { Records.NewFile(Data("file \($0)".utf8), contentType: $0 == 3 ? "no/such" : "text/plain", key: UUID.v7()) }
        device.server.answer { call in
            let id = call.url.lastPathComponent
            switch call.method {
            case "POST":
                let isRefused = call.headers["Upload-Metadata"]?.contains(Data("no/such".utf8).base64EncodedString()) == true
                return isRefused
                    ? .problem("unsupported-file", 415) : HTTPReply(status: 201, headers: ["Location": "/records/uploads/\(call.headers["Idempotency-Key"] ?? "")"])
            case "PATCH":
                whole.withLock { _ = $0.insert(id) }
                return HTTPReply(status: 204)
            case "HEAD": return HTTPReply(status: 200, headers: ["Content-Type": "text/plain", "Content-Length": "6"])
            default:
                let isWhole = whole.withLock { $0.contains(id) }
                let binary = isWhole ? #","binary":"Binary/\#(id)""# : ""
                return .json(#"{"id":"\#(id)","length":6,"received":\#(isWhole ? 6 : 0)\#(binary)}"#)
            }
        }
        let heard = Locked<[Int: Int]>([:])
        let sent = try await Self.running(device) { care in
            try await care.records.upload(files) { index, progress in heard.withLock { $0[index] = progress.done } }
        }
        let keys = files.map(\.key.lowercaseText)
        #expect(sent.items.map(\.given.key) == files.map(\.key) && sent.succeeded.map(\.id) == [0, 1, 2, 4, 5].map { keys[$0] })
        #expect(sent.failed.count == 1 && sent.failed.first?.given.key == files[3].key)
        #expect(heard.withLock { $0 } == [0: 6, 1: 6, 2: 6, 4: 6, 5: 6])
    }

    @Test func whatIsRefusedIsNotSentAgain() async throws {
        let device = TestDevice()
        device.server.answer { call in
            switch call.method {
            case "POST": HTTPReply(status: 201, headers: ["Location": "/records/uploads/u1"])
            case "PATCH": .problem("content-mismatch", 422)
            default: .json(#"{"id":"u1","contentType":"application/pdf","length":3,"received":0,"expiresAt":"2026-03-07T12:00:00Z"}"#)
            }
        }
        do {
            _ = try await Self.running(device) { try await $0.records.upload(Data("abc".utf8), contentType: "application/pdf") }
            Issue.record("it was taken")
        } catch CareError.refused(let problem) { #expect(problem.name == "content-mismatch") }
        #expect(device.server.calls.count { $0.method == "PATCH" } == 1)
    }

    /// An address of a message's file holds for a while; then another is asked for.
    @Test func aMessagesFileIsAskedForAgainWhenItsAddressIsOver() async throws {
        let device = TestDevice()
        let id = Messaging.AttachmentID(UUID.v7())
        let asked = Locked(0)
        device.server.answer { call in
            if call.url.path.hasSuffix("/content") {
                #expect(call.headers["Authorization"] == nil)
                return call.query["signature"] == "2" ? Self.part(call, Data("a scan".utf8)) : .problem("expired-address", 403)
            }
            let number = asked.withLock {
                $0 += 1; return $0
            }
            return .json(
                #"{"id":"\#(id)","size":6,"createdAt":"2026-03-05T09:28:00Z","download":{"url":"/attachments/\#(id)/content?expires=7&signature=\#(number)","expiresAt":"2026-03-05T09:38:00Z"}}"#
            )
        }
        #expect(try await Self.running(device) { try await $0.messaging.download(id) } == Data("a scan".utf8))
        #expect(asked.withLock { $0 } == 2)
    }

    /// A message's picture, in each size under a tag of its own.
    private static func picture(_ id: Messaging.AttachmentID, _ call: HTTPCall) -> HTTPReply {
        guard call.url.path.hasSuffix("/content") else {
            return .json(
                #"{"id":"\#(id)","size":\#(bytes.count),"createdAt":"2026-03-05T09:28:00Z","download":{"url":"/attachments/\#(id)/content?expires=7&signature=s","expiresAt":"2026-03-05T09:38:00Z"}}"#
            )
        }
        guard call.query["expires"] == "7", call.query["signature"] == "s" else { return .problem("forbidden", 403) }
        guard let size = call.query["size"] else { return part(call, bytes, tag: "\"\(id)\"") }
        return part(call, smaller(size), tag: "\"\(id)-\(size)\"")
    }

    private static func smaller(_ size: String) -> Data { Data(repeating: UInt8(size.count), count: size == "200" ? 7000 : 1_200_000) }

    @Test func aMessagesPictureComesInTheSizeThatIsAskedFor() async throws {
        let device = TestDevice()
        let id = Messaging.AttachmentID(UUID.v7())
        device.server.answer { Self.picture(id, $0) }
        let heard = Locked<[Int]>([])
        let (small, large, full) = try await Self.running(device) { care in
            let small = try await care.messaging.download(id, size: .small)
            let large = try await care.messaging.download(id, size: .large) { progress in heard.withLock { $0.append(progress.done) } }
            return (small, large, try await care.messaging.download(id))
        }
        #expect(small == Self.smaller("200") && large == Self.smaller("1000") && full == Self.bytes)
        #expect(heard.withLock { $0 } == [1 << 20, 1_200_000])
    }

    /// A part that is here of one size is not gone on with in another.
    @Test func aPictureOnTheDiskIsOfOneSize() async throws {
        let device = TestDevice()
        let id = Messaging.AttachmentID(UUID.v7())
        let file = device.folder.appendingPathComponent("foot.jpg")
        device.server.answer { call in
            if call.headers["Range"]?.hasPrefix("bytes=0-") == false { throw TransportFault.unreachable }
            return Self.picture(id, call)
        }
        await #expect(throws: CareError.offline) { try await Self.running(device) { try await $0.messaging.download(id, to: file, size: .large) } }
        #expect(Self.isThere(file) == [false, true, true])
        device.server.answer { Self.picture(id, $0) }
        try await Self.running(device) { try await $0.messaging.download(id, to: file, size: .small) }
        #expect(try Data(contentsOf: file) == Self.smaller("200") && Self.isThere(file) == [true, false, false])
    }

    /// As a form, whose answer is lost once; nothing of it is left on the disk then.
    @Test func aMessagesFileOnTheDiskGoesAsAForm() async throws {
        let device = TestDevice()
        let id = Messaging.AttachmentID(UUID.v7())
        device.server.answerInTurn { number, _ in
            if number == 1 { throw TransportFault.deadline }
            return .json(
                #"{"id":"\#(id)","contentType":"application/pdf","size":\#(Self.bytes.count),"fileName":"scan.pdf","createdAt":"2026-03-05T09:28:00Z","download":{"url":"/x","expiresAt":"2026-03-05T09:38:00Z"}}"#,
                status: 201)
        }
        try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
        let path = device.folder.appendingPathComponent("scan.pdf")
        try Self.bytes.write(to: path)
        let sent = Locked<[TransferProgress]>([])
        let file = try await Self.running(device) { care in
            try await care.messaging.upload(file: path) { progress in sent.withLock { $0.append(progress) } }
        }
        #expect(file.id == id && sent.withLock { $0.last } == TransferProgress(done: Self.bytes.count, total: Self.bytes.count))
        let calls = device.server.calls("/attachments")
        #expect(calls.count == 2 && Set(calls.map(\.body)).count == 1 && Set(calls.map { $0.headers["Idempotency-Key"] }).count == 1)
        #expect(calls[0].deadline > .seconds(100) && calls[0].headers["Authorization"] == "Bearer access-1")
        let form = Call(method: "POST", path: "/attachments", body: calls[0].body, contentType: calls[0].headers["Content-Type"] ?? "")
        #expect(FormFile.bytes(of: form) == Self.bytes && calls[0].body?.range(of: Data("filename=\"scan.pdf\"".utf8)) != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: device.storage.forms.path).isEmpty)
        await #expect { try await Self.running(device) { try await $0.messaging.upload(file: path.appendingPathExtension("gone")) } } throws: { error in
            if case .storage = error as? CareError { true } else { false }
        }
    }

    /// Of a run that was ended in the midst: what is tried again within a day goes on, and is there until then.
    @Test func whatIsLeftOfFormsIsSwept() async throws {
        let device = TestDevice()
        try FileManager.default.createDirectory(at: device.storage.forms, withIntermediateDirectories: true)
        for (name, age) in [("old", 90_000), ("new", 80_000)] as [(String, TimeInterval)] {
            let file = device.storage.forms.appendingPathComponent("\(name).form").path
            _ = FileManager.default.createFile(atPath: file, contents: nil, attributes: [.modificationDate: Date() - age])
        }
        try await Self.running(device) { _ in }
        #expect(try FileManager.default.contentsOfDirectory(atPath: device.storage.forms.path) == ["new.form"])
    }

    /// It is not sealed: nobody who comes next finds it.
    @Test(arguments: [false, true]) func whatIsLeftOfFormsGoesWithItsPerson(logsOut: Bool) async throws {
        let device = TestDevice()
        let form = device.storage.forms.appendingPathComponent("new.form").path
        try await Self.running(device) { _ in }
        try FileManager.default.createDirectory(at: device.storage.forms, withIntermediateDirectories: true)
        _ = FileManager.default.createFile(atPath: form, contents: Self.bytes)
        // The same person finds it again.
        try await Self.running(device) { care in
            #expect(FileManager.default.fileExists(atPath: form))
            if logsOut { await care.session.logOut() }
        }
        if !logsOut {
            try device.keychain.logIn(UserID(UUID.v7()), token: "access-2", until: device.now.addingTimeInterval(600))
            try await CareClient(device.configuration()).close()
        }
        #expect(!FileManager.default.fileExists(atPath: form))
    }

    @Test func aFormHoldsTheFileAsItIs() throws {
        let form = FormFile(name: "a\"\r\nb.pdf", bytes: Data([0, 13, 10, 255]))
        let boundary = try #require(form.contentType.split(separator: "=").last)
        let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a__b.pdf\"\r\nContent-Type: application/octet-stream\r\n\r\n"
        #expect(form.body == Data(head.utf8) + Data([0, 13, 10, 255]) + Data("\r\n--\(boundary)--\r\n".utf8))
    }

    @Test(
        arguments: [
            ("bytes 0-9/10", 0, 10), ("bytes 5-9/10", 5, 10), ("bytes */10", nil, nil), ("bytes 10-12/10", nil, nil), ("items 0-9/10", nil, nil), ("", nil, nil),
            ("bytes 0/10-9", nil, nil), ("bytes 0-9/*", nil, nil)
        ] as [(String, Int?, Int?)]) func aRangeSaysWhereAPartIs(_ text: String, _ start: Int?, _ total: Int?)
    {
        #expect(ContentRange(text)?.start == start && ContentRange(text)?.total == total)
    }
}
