import CareModels
import HTTP

/// HealthMonitor's table of contents. Each caller sees and changes what is their own.
func routes(_ dependencies: Dependencies) -> [Route] {
    let read = Access.roles(.patient).scope("health:read")
    let write = Access.roles(.patient).scope("health:write")
    // Each may leave a line of why there was an alert or none, an event and a notification.
    let changes = CallerLimiter(perMinute: dependencies.settings.changesPerMinute)
    let routes: [Route] = [
        .post(
            "/health/heart-rates", write, bodyLimit: 128 << 10, operation: "recordHeartRates",
            RecordHeartRates(dependencies: dependencies).handle
        ).heavy(above: 16 << 10),
        .get(
            "/health/heart-rates", read, query: ["from", "to", "limit", "after"], operation: "listHeartRates",
            ListHeartRates(dependencies: dependencies).handle
        ).fromStandby(),
        .patch(
            "/health/heart-rates/:id", write, operation: "changeHeartRate",
            ChangeHeartRate(dependencies: dependencies).handle),
        .delete(
            "/health/heart-rates/:id", write, operation: "deleteHeartRate",
            DeleteHeartRate(dependencies: dependencies).handle),
        .post(
            "/health/intakes", write, bodyLimit: 0, operation: "recordIntake",
            RecordIntake(dependencies: dependencies).handle),
        .get(
            "/health/reminders", read, query: ["limit", "after"], operation: "listReminders",
            ListReminders(dependencies: dependencies).handle
        ).fromStandby(),
        .patch(
            "/health/reminders/:id", write, operation: "changeReminder",
            ChangeReminder(dependencies: dependencies).handle),
        .delete(
            "/health/reminders/:id", write, operation: "deleteReminder",
            DeleteReminder(dependencies: dependencies).handle),
        .get(
            "/health/summary", read, operation: "getHealthSummary",
            ShowSummary(dependencies: dependencies).handle
        ).heavy().fromStandby(),
        .get(
            "/health/evaluations", read, query: ["limit", "after"], operation: "listEvaluations",
            ListEvaluations(dependencies: dependencies).handle
        ).fromStandby(),
        .get(
            "/health/alerts", read, query: ["limit", "after"], operation: "listAlerts",
            ListAlerts(dependencies: dependencies).handle
        ).fromStandby(),
        .get(
            "/health/alerts/:id", read, operation: "getAlert",
            ShowAlert(dependencies: dependencies).handle),
        .post(
            "/health/alerts/:id/answer", write, operation: "answerAlert",
            AnswerAlert(dependencies: dependencies).handle),
        .get(
            "/health/settings", read, operation: "getHealthSettings",
            ShowSettings(dependencies: dependencies).handle),
        .put(
            "/health/settings", write, operation: "changeHealthSettings",
            ChangeSettings(dependencies: dependencies).handle),
        .post(
            "/health/settings/seven-day-average", write, bodyLimit: 0, operation: "useSevenDayAverage",
            UseSevenDayAverage(dependencies: dependencies).handle
        ).computing()
    ]
    return routes.limitingChanges(by: changes).changingInTurn()
}
