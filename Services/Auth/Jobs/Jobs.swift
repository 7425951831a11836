import Foundation
import Outbox

/// What runs beside the requests, in one replica at a time.
func jobs(_ dependencies: Dependencies) -> [Job] {
    [
        rotateSigningKeys(dependencies), resealSigningKeys(dependencies), purge(dependencies), purgeSignUpCounts(dependencies),
        countPasswordCosts(), signDeletions(dependencies), resealEventKeys(dependencies)
    ]
}
