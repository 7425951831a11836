import CareService

@main
struct Main {
    static func main() async {
        await ServiceMain.run("health-monitor", migrations: migrations, app: serviceApp)
    }
}
