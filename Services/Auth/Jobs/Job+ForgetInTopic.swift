import CareModels
import Outbox

extension Job {
    static func forgetInTopic(_ dependencies: Dependencies) -> Job {
        let forget = ForgetInTopic(now: dependencies.now)
        return timer(ForgetInTopic.timer) { key, _, tx in
            guard let user = UserID(key) else { return }
            try await forget(user, tx)
        }
    }
}
