import CareModels
import JSON
import Outbox

extension Job {
    static func mailPasswordLinks(_ dependencies: Dependencies) -> Job {
        let mail = MailPasswordLinks(masters: dependencies.masters, post: dependencies.post, mails: dependencies.mails, now: dependencies.now)
        return timer(AskForPasswordLink.timer) { key, payload, tx in try await mail(key: key, sealed: try CareJSON.decode(String.self, from: payload), tx) }
    }
}
