import CareModels
import Crypto
import Foundation

/// Brings a file to Records part by part (tus 1.0): each with its checksum, and from where it broke off.
struct FileUpload: Sendable {
    let api: API

    /// The id of the Binary that it becomes. The same key goes on with the upload that it has begun.
    func send(_ file: FileSource, contentType: String, release: FhirRelease, key: UUID, progress: OnProgress?) async throws -> String {
        var upload = try await begin(file.count, contentType, release, key)
        var failures = 0
        while upload.binary == nil {
            progress?(TransferProgress(done: upload.received, total: file.count))
            guard upload.length == file.count, upload.received < upload.length else { throw CareError.unreadable("/records/uploads") }
            do {
                try await append(file.bytes(from: upload.received, most: FileSource.part), to: upload)
                failures = 0
            } catch {
                let error = try CareError.of(error)
                failures += 1
                // Elsewhere than where it is: an attempt before has arrived all the same.
                if case .refused(let problem) = error, problem.name == "upload-moved" { failures = max(failures, 1) } else if !error.isWorthRetrying { throw error }
                guard failures < 5 else { throw error }
                try await api.clock.sleep(RetryRule().pause(after: failures, atLeast: error.retryAfter, random: api.clock.random()))
            }
            upload = try await api.fetch(Upload.self, .get(upload.path))
        }
        progress?(TransferProgress(done: file.count, total: file.count))
        return upload.id
    }

    private static let version = ["Tus-Resumable": "1.0.0"]

    private struct Upload: Decodable, Sendable {
        var id: String
        var length: Int
        var received: Int
        /// Once all is here.
        var binary: String?

        var path: String { "/records/uploads/\(id.formEncoded)" }
    }

    /// What an earlier attempt has begun may have expired, while its key answers for some seconds more. What had become of it is there still; else another one is
    /// begun, under a key that each attempt makes of that one.
    private func begin(_ length: Int, _ contentType: String, _ release: FhirRelease, _ key: UUID) async throws -> Upload {
        let id = try await begun(length, contentType, release, key.lowercaseText)
        do {
            return try await upload(id)
        } catch CareError.refused(let problem) where problem.status == 404 {
            if try await isStored(id, release) { return Upload(id: id, length: length, received: length, binary: id) }
            return try await upload(begun(length, contentType, release, key.lowercaseText + "/again"))
        }
    }

    private func begun(_ length: Int, _ contentType: String, _ release: FhirRelease, _ key: String) async throws -> String {
        var call = Call(method: "POST", path: "/records/uploads", idempotencyKey: key)
        let metadata = ["filetype": contentType, "release": release.rawValue].sorted { $0.key < $1.key }
        call.headers = Self.version
        call.headers["Upload-Length"] = String(length)
        call.headers["Upload-Metadata"] = metadata.map { "\($0.key) \(Data($0.value.utf8).base64EncodedString())" }.joined(separator: ",")
        let reply = try await api.send(call, patience: .attempts(5))
        guard let id = reply.headers["location"]?.split(separator: "/").last else { throw CareError.unreadable(call.path) }
        return String(id)
    }

    private func upload(_ id: String) async throws -> Upload { try await api.fetch(Upload.self, .get("/records/uploads/\(id.formEncoded)")) }

    /// Whether it has become a Binary, of which no more than the first byte is asked for.
    private func isStored(_ id: String, _ release: FhirRelease) async throws -> Bool {
        var call = Call.get(release.path("Binary", id))
        call.headers["Accept"] = "*/*"
        call.headers["Range"] = "bytes=0-0"
        do {
            _ = try await api.send(call)
            return true
        } catch CareError.refused(let problem) where [404, 410].contains(problem.status) {
            return false
        }
    }

    private func append(_ bytes: Data, to upload: Upload) async throws {
        var call = Call(method: "PATCH", path: upload.path, body: bytes, contentType: "application/offset+octet-stream")
        call.headers = Self.version
        call.headers["Upload-Offset"] = String(upload.received)
        call.headers["Upload-Checksum"] = "sha256 " + Data(SHA256.hash(data: bytes)).base64EncodedString()
        try await api.send(call, patience: .once)
    }
}
