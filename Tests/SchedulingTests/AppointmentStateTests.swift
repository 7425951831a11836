import Testing

@testable import SchedulingService

@Suite struct AppointmentStateTests {
    typealias Refusal = AppointmentState.Refusal

    private static let settings: BookingSettings = {
        var settings = BookingSettings()
        settings.cancelNoticeMinutes = 60
        settings.rescheduleNoticeMinutes = 120
        return settings
    }()

    private static let start = 1_000_000

    private func outcome(
        _ status: AppointmentStatus, _ action: AppointmentState.Action, _ actor: AppointmentState.Actor, secondsBefore: Int
    ) -> Result<AppointmentStatus, Refusal> {
        do throws(Refusal) {
            return .success(try AppointmentState.next(status, action, by: actor, start: Self.start, now: Self.start - secondsBefore, settings: Self.settings))
        } catch {
            return .failure(error)
        }
    }

    struct Case: Sendable {
        var status: AppointmentStatus
        var action: AppointmentState.Action
        var actor: AppointmentState.Actor
        var secondsBefore: Int
        var expected: Result<AppointmentStatus, Refusal>
        init(
            _ status: AppointmentStatus, _ action: AppointmentState.Action, _ actor: AppointmentState.Actor, _ secondsBefore: Int,
            _ expected: Result<AppointmentStatus, Refusal>
        ) {
            (self.status, self.action, self.actor, self.secondsBefore, self.expected) = (status, action, actor, secondsBefore, expected)
        }
    }

    static let cases = [
        Case(.held, .confirm, .patient, 60, .success(.booked)),
        Case(.held, .confirm, .provider, 60, .failure(.notAllowed)),
        Case(.held, .confirm, .patient, 0, .failure(.alreadyStarted)),
        Case(.held, .cancel, .system, 60, .success(.cancelled)),
        Case(.held, .reschedule, .patient, 9000, .failure(.notPossible(.held))),
        Case(.held, .complete, .system, -60, .failure(.notPossible(.held))),
        Case(.booked, .confirm, .patient, 60, .failure(.notPossible(.booked))),
        Case(.booked, .reschedule, .patient, 7200, .success(.booked)),
        Case(.booked, .reschedule, .patient, 7199, .failure(.noticeTooShort(minutes: 120))),
        Case(.booked, .reschedule, .provider, 60, .success(.booked)),
        Case(.booked, .reschedule, .provider, 0, .failure(.alreadyStarted)),
        Case(.booked, .reschedule, .system, 9000, .failure(.notAllowed)),
        Case(.booked, .describe, .patient, 3600, .success(.booked)),
        Case(.booked, .describe, .provider, -3600, .success(.booked)),
        Case(.booked, .describe, .system, 3600, .failure(.notAllowed)),
        Case(.held, .describe, .patient, 3600, .failure(.notPossible(.held))),
        Case(.booked, .cancel, .patient, 3600, .success(.cancelled)),
        Case(.booked, .cancel, .patient, 3599, .failure(.noticeTooShort(minutes: 60))),
        Case(.booked, .cancel, .patient, 0, .failure(.alreadyStarted)),
        Case(.booked, .cancel, .provider, 1, .success(.cancelled)),
        Case(.booked, .cancel, .system, 1, .success(.cancelled)),
        Case(.booked, .complete, .provider, 0, .success(.completed)),
        Case(.booked, .complete, .system, -3600, .success(.completed)),
        Case(.booked, .complete, .provider, 1, .failure(.notYetStarted)),
        Case(.booked, .complete, .patient, -3600, .failure(.notAllowed)),
        Case(.booked, .markNoShow, .provider, -60, .success(.noShow)),
        Case(.booked, .markNoShow, .provider, 60, .failure(.notYetStarted)),
        Case(.booked, .markNoShow, .system, -60, .failure(.notAllowed)),
        Case(.booked, .reschedule, .frontDesk, 60, .success(.booked)),
        Case(.booked, .reschedule, .frontDesk, 0, .failure(.alreadyStarted)),
        Case(.booked, .cancel, .frontDesk, 60, .success(.cancelled)),
        Case(.booked, .describe, .frontDesk, 3600, .failure(.notForTheDesk)),
        Case(.booked, .complete, .frontDesk, -60, .failure(.notForTheDesk)),
        Case(.booked, .markNoShow, .frontDesk, -60, .failure(.notForTheDesk)),
        Case(.cancelled, .reschedule, .frontDesk, 9000, .failure(.notPossible(.cancelled)))
    ]

    @Test(arguments: cases) func table(_ each: Case) {
        #expect(outcome(each.status, each.action, each.actor, secondsBefore: each.secondsBefore) == each.expected)
    }

    /// Seconds before its start at which others set its time, and now; whether the patient may cancel it, with a notice of an hour.
    static let givenTimes: [(Int?, Int, Refusal?)] = [
        (nil, 3599, .noticeTooShort(minutes: 60)), (3600, 3599, .noticeTooShort(minutes: 60)), (90_000, 60, .noticeTooShort(minutes: 60)),
        (3599, 3598, nil), (60, 1, nil), (60, 0, .alreadyStarted)
    ]

    @Test(arguments: givenTimes) func aTimeThatOthersSetTooLateBindsToNoNotice(_ given: Int?, _ now: Int, _ expected: Refusal?) {
        var refusal: Refusal?
        do throws(Refusal) {
            let status = try AppointmentState.next(
                .booked, .cancel, by: .patient, start: Self.start, now: Self.start - now, setByOthers: given.map { Self.start - $0 }, settings: Self.settings)
            #expect(status == .cancelled)
        } catch {
            refusal = error
        }
        #expect(refusal == expected)
    }

    /// Seconds after it came to be completed by itself (nil: a provider said so), who says that the patient did not come, whether they may.
    static let lateNoShows: [(Int?, AppointmentState.Actor, Refusal?)] = [
        (60, .provider, nil), (7 * 86_400, .provider, nil), (7 * 86_400 + 1, .provider, .notPossible(.completed)), (nil, .provider, .notPossible(.completed)),
        (60, .patient, .notAllowed), (60, .system, .notAllowed)
    ]

    @Test(arguments: lateNoShows) func aNoShowMayBeSaidForAWhileAfterwards(_ seconds: Int?, _ actor: AppointmentState.Actor, _ expected: Refusal?) {
        let completed = Self.start + 86_400
        var refusal: Refusal?
        do throws(Refusal) {
            let status = try AppointmentState.next(
                .completed, .markNoShow, by: actor, start: Self.start, now: completed + (seconds ?? 60), autoCompleted: seconds == nil ? nil : completed,
                settings: Self.settings)
            #expect(status == .noShow)
        } catch {
            refusal = error
        }
        #expect(refusal == expected)
    }

    @Test(arguments: [AppointmentStatus.cancelled, .completed, .noShow]) func endsAreFinal(_ status: AppointmentStatus) {
        for action in AppointmentState.Action.allCases {
            for actor in AppointmentState.Actor.allCases where !(status == .completed && action == .markNoShow) {
                #expect(outcome(status, action, actor, secondsBefore: 90_000) == .failure(.notPossible(status)))
            }
        }
    }
}
