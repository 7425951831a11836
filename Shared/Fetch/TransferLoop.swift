import CCurl
import Foundation
import Synchronization

/// The thread that carries the transfers. It ends when nobody holds the client any more and the last transfer is over.
// @unchecked: `multi` is touched by the loop's thread alone, but for the wake-up, which curl allows from any thread.
final class TransferLoop: @unchecked Sendable {
    struct Job: Sendable {
        let id: Int
        let transfer: Transfer
        let end: @Sendable (Result<FetchResponse, any Error>) -> Void
    }

    private struct Mailbox {
        var begun: [Job] = []
        var cancelled: [Int] = []
        var isClosed = false
        /// From then on there is nothing to wake.
        var isOver = false
        var lastID = 0
    }

    private let multi: UnsafeMutableRawPointer
    private let mailbox = Mutex(Mailbox())

    init(mostConnections: Int) {
        Transfer.startCurl()
        guard let multi = curl_multi_init() else { preconditionFailure("curl has no memory for its transfers") }
        self.multi = multi
        care_curl_bound(multi, mostConnections)
        let thread = Thread { self.run() }
        thread.name = "fetch"
        thread.start()
    }

    func newID() -> Int {
        mailbox.withLock {
            $0.lastID += 1
            return $0.lastID
        }
    }

    func begin(_ job: Job) { tell { $0.begun.append(job) } }
    func cancel(_ id: Int) { tell { $0.cancelled.append(id) } }
    func close() { tell { $0.isClosed = true } }

    private func tell(_ change: (inout Mailbox) -> Void) {
        mailbox.withLock {
            change(&$0)
            if !$0.isOver { curl_multi_wakeup(multi) }
        }
    }

    // MARK: On the thread

    private func run() {
        var jobs: [UnsafeMutableRawPointer: Job] = [:]
        while let news = news(isIdle: jobs.isEmpty) {
            for job in news.begun { begin(job, &jobs) }
            for id in news.cancelled {
                guard let job = jobs.values.first(where: { $0.id == id }) else { continue }
                end(job, .failure(CancellationError()), &jobs)
            }
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            var code = CURLE_OK
            while let easy = care_curl_ended(multi, &code) {
                guard let job = jobs[easy] else { continue }
                end(job, job.transfer.outcome(code).mapError { $0 }, &jobs)
            }
            curl_multi_poll(multi, nil, 0, 60_000, nil)
        }
        curl_multi_cleanup(multi)
    }

    /// What has come in since; nil when it is time to end.
    private func news(isIdle: Bool) -> (begun: [Job], cancelled: [Int])? {
        mailbox.withLock { mailbox in
            if mailbox.isClosed, isIdle, mailbox.begun.isEmpty {
                mailbox.isOver = true
                return nil
            }
            defer { (mailbox.begun, mailbox.cancelled) = ([], []) }
            return (mailbox.begun, mailbox.cancelled)
        }
    }

    private func begin(_ job: Job, _ jobs: inout [UnsafeMutableRawPointer: Job]) {
        jobs[job.transfer.easy] = job
        let code = curl_multi_add_handle(multi, job.transfer.easy)
        if code != CURLM_OK { end(job, .failure(FetchError.broken(String(cString: curl_multi_strerror(code)))), &jobs) }
    }

    private func end(_ job: Job, _ outcome: Result<FetchResponse, any Error>, _ jobs: inout [UnsafeMutableRawPointer: Job]) {
        curl_multi_remove_handle(multi, job.transfer.easy)
        jobs[job.transfer.easy] = nil
        job.end(outcome)
    }
}
