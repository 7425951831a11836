import CareModels
import HTTP

/// The directory's table of contents. Reading is for anyone, without a login; writing is for schedulers, admins and machines.
func routes(_ dependencies: Dependencies) -> [Route] {
    let edit = Access.roles(.scheduler, .admin, .service).scope("ers:write")
    // Each is a line of a log that is kept, and every copy of the directory follows it.
    let changes = CallerLimiter(perMinute: dependencies.settings.changesPerMinute)
    let routes: [Route] = [
        .get(
            "/ers/nearest", .anyone, query: ["latitude", "longitude", "lat", "lon", "limit", "withinKm"], operation: "findNearestERs",
            FindNearestERs(dependencies: dependencies).handle
        ).fromStandby().computing(),
        .get(
            "/ers", .anyone, query: ["bbox", "limit", "after"], operation: "listERs",
            ListERs(dependencies: dependencies).handle
        ).fromStandby().computing(),
        .get(
            "/ers/changes", .anyone, query: ["since", "limit", "after"], operation: "listERChanges",
            ListChanges(dependencies: dependencies).handle),
        .post(
            "/ers", edit, operation: "createER",
            CreateER(dependencies: dependencies).handle),
        .post(
            "/ers/import", edit, bodyLimit: ImportERs.mostBytes, operation: "importERs",
            ImportERs(dependencies: dependencies).handle
        ).heavy(),
        .get(
            "/ers/:id", .anyone, operation: "getER",
            ShowER(dependencies: dependencies).handle),
        .patch(
            "/ers/:id", edit, operation: "changeER",
            ChangeER(dependencies: dependencies).handle),
        .delete(
            "/ers/:id", edit, operation: "removeER",
            RemoveER(dependencies: dependencies).handle),
        .get(
            "/ers/:id/schedule", .anyone, query: ["from", "to", "limit", "after"], operation: "getERSchedule",
            ShowSchedule(dependencies: dependencies).handle),
        .put(
            "/ers/:id/schedule", edit, operation: "setERScheduleRange",
            SetScheduleRange(dependencies: dependencies).handle),
        .get(
            "/ers/:id/schedule/:date", .anyone, operation: "getERScheduleDate",
            ShowScheduleDate(dependencies: dependencies).handle),
        .put(
            "/ers/:id/schedule/:date", edit, operation: "setERScheduleDate",
            SetScheduleDate(dependencies: dependencies).handle),
        .delete(
            "/ers/:id/schedule/:date", edit, operation: "forgetERScheduleDate",
            ForgetScheduleDate(dependencies: dependencies).handle),
        .get(
            "/ers/:id/audit", edit, query: ["limit", "after"], operation: "listERAudit",
            ListAudit(dependencies: dependencies).handle
        ).computing().fromStandby()
    ]
    return routes.limitingChanges(by: changes) { _ in true }.changingInTurn()
}
