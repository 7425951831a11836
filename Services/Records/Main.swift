import CareService

@main
struct Main {
    static func main() async {
        await ServiceMain.run("records", migrations: migrations, commands: snapshots.map(ServiceCommand.init), app: serviceApp)
    }
}
