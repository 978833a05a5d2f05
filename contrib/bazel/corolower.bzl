"""What the coroutines of C++ targets cost, as actions: one for each unit, which remote execution and the remote cache distribute, and one that merges.

In a BUILD file:

    load("//tools:corolower.bzl", "corolower_report")

    corolower_report(
        name = "coroutines",
        targets = ["//app"],
    )

`bazel build :coroutines` makes coroutines.json and coroutines.txt of the units of the targets and of all that they depend on. A compiler of the toolchain that
is no clang is replaced by the newest clang on PATH; name another in OPTIONS. Units that do not compile are told in
the report, and do not break the build; `corolower project --merge bazel-bin/coroutines.json` exits with 1 for them, and for budgets.
"""

load("@rules_cc//cc:action_names.bzl", "ACTION_NAMES")
load("@rules_cc//cc:find_cc_toolchain.bzl", "find_cc_toolchain")
load("@rules_cc//cc/common:cc_common.bzl", "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")

CorolowerInfo = provider(
    doc = "Reports of units.",
    fields = {"reports": "depset of JSON files, one a unit"},
)

# Further options of `corolower project`, such as --optimize=O2 or --clang=/usr/bin/clang-22.
OPTIONS = []

_SOURCES = ["cc", "cpp", "cxx", "c++", "C", "cppm"]

def _flags(ctx, target, src, toolchain):
    """The words that compile a unit, and what has to be set for it."""
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features + ["module_maps", "layering_check"],
    )
    context = target[CcInfo].compilation_context
    variables = cc_common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        source_file = src.path,
        user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts + [
            ctx.expand_make_variables("copts", w, {})
            for w in getattr(ctx.rule.attr, "copts", [])
        ],
        include_directories = context.includes,
        quote_include_directories = context.quote_includes,
        system_include_directories = context.system_includes,
        framework_include_directories = context.framework_includes,
        preprocessor_defines = depset(transitive = [context.defines, context.local_defines]),
    )
    action = ACTION_NAMES.cpp_compile
    return struct(
        compiler = cc_common.get_tool_for_action(feature_configuration = features, action_name = action),
        args = cc_common.get_memory_inefficient_command_line(feature_configuration = features, action_name = action, variables = variables),
        env = cc_common.get_environment_variables(feature_configuration = features, action_name = action, variables = variables),
        headers = context.headers,
    )

def _aspect_impl(target, ctx):
    below = [
        dep[CorolowerInfo].reports
        for attr in ["deps", "implementation_deps"]
        for dep in getattr(ctx.rule.attr, attr, [])
        if CorolowerInfo in dep
    ]
    reports = []
    if CcInfo in target:
        toolchain = find_cc_toolchain(ctx)
        private = [h for s in getattr(ctx.rule.attr, "srcs", []) for h in s.files.to_list()]
        for src in private:
            if src.extension not in _SOURCES:
                continue
            f = _flags(ctx, target, src, toolchain)
            out = ctx.actions.declare_file("%s.corolower/%s.json" % (ctx.label.name, src.short_path))
            ctx.actions.run(
                executable = ctx.executable._corolower,
                arguments = ["project", "--no-cache", "--no-config", "--with-text", "--exit-zero", "-j1", "--format=json", "-o", out.path] +
                            OPTIONS + ["--", f.compiler] + f.args,
                inputs = depset(private, transitive = [f.headers, toolchain.all_files]),
                outputs = [out],
                env = f.env,
                mnemonic = "Corolower",
                progress_message = "Looking at the coroutines of %s" % src.short_path,
            )
            reports.append(out)
    return [CorolowerInfo(reports = depset(reports, transitive = below))]

corolower_aspect = aspect(
    implementation = _aspect_impl,
    attr_aspects = ["deps", "implementation_deps"],
    attrs = {
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
        "_corolower": attr.label(default = "//tools:corolower", executable = True, cfg = "exec", allow_single_file = True),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)

def _report_impl(ctx):
    reports = depset(transitive = [t[CorolowerInfo].reports for t in ctx.attr.targets])
    outs = []
    for form, file in [("json", ctx.outputs.json), ("text", ctx.outputs.text)]:
        args = ctx.actions.args()
        args.add_all(["project", "--merge", "--no-config", "--exit-zero", "--format=" + form, "-o", file])
        args.add_all(reports)
        args.use_param_file("@%s")
        args.set_param_file_format("shell")
        ctx.actions.run(
            executable = ctx.executable._corolower,
            arguments = [args],
            inputs = reports,
            outputs = [file],
            mnemonic = "CorolowerMerge",
            progress_message = "Merging reports of coroutines",
        )
        outs.append(file)
    return [DefaultInfo(files = depset(outs))]

corolower_report = rule(
    implementation = _report_impl,
    attrs = {
        "targets": attr.label_list(aspects = [corolower_aspect], mandatory = True, doc = "C++ targets"),
        "_corolower": attr.label(default = "//tools:corolower", executable = True, cfg = "exec", allow_single_file = True),
    },
    outputs = {"json": "%{name}.json", "text": "%{name}.txt"},
    doc = "One report of all units of some targets and of what they depend on.",
)
