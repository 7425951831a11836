import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// Whoever cancels the task has given the transfer up: it hears that it was cancelled, and nothing more is asked of the server.
@Suite(.timeLimit(.minutes(3))) struct CancellingTests {
    enum Transfer: CaseIterable {
        case recordsDownload, recordsUpload, messagesUpload, messagesUploadFromDisk

        /// The request in whose midst it is cancelled.
        func isStuck(at call: HTTPCall) -> Bool {
            switch self {
            case .recordsDownload: call.headers["Range"]?.hasPrefix("bytes=0-") == false
            case .recordsUpload: call.method == "PATCH"
            case .messagesUpload, .messagesUploadFromDisk: call.method == "POST"
            }
        }

        func run(_ care: CareClient, _ file: URL) async throws {
            switch self {
            case .recordsDownload: _ = try await care.records.download("scan")
            case .recordsUpload: _ = try await care.records.upload(FilesTests.bytes, contentType: "application/pdf")
            case .messagesUpload: _ = try await care.messaging.upload(FilesTests.bytes, named: "scan.pdf")
            case .messagesUploadFromDisk: _ = try await care.messaging.upload(file: file)
            }
        }
    }

    @Test(arguments: Transfer.allCases) func aTransferIsGivenUp(_ transfer: Transfer) async throws {
        let device = TestDevice()
        let uploads = FilesTests.Uploads()
        let isStuck = Locked(false)
        device.server.answer { call in
            if transfer.isStuck(at: call) {
                isStuck.withLock { $0 = true }
                try await Task.sleep(for: .seconds(3600))
            }
            return transfer == .recordsDownload ? FilesTests.part(call, FilesTests.bytes) : try uploads.answer(call)
        }
        let care = try await BookingTests.client(device)
        let file = device.folder.appendingPathComponent("scan.pdf")
        try FilesTests.bytes.write(to: file)
        let task = Task { try await transfer.run(care, file) }
        while !isStuck.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        let asked = device.server.calls.count
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await Task.sleep(for: .milliseconds(20))
        #expect(device.server.calls.count == asked)
        // Nor is anything left of a form that was made for it.
        let forms = try? FileManager.default.contentsOfDirectory(atPath: device.storage.forms.path)
        #expect(forms ?? [] == [])
        await care.close()
    }
}
