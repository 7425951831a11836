import CareService

@main
struct Main {
    static func main() async {
        await ServiceMain.run("health-monitor", migrations: migrations, commands: snapshots.map(ServiceCommand.init), app: serviceApp)
    }
}
