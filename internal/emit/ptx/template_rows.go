// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file has the rows of the table of templates (template.go).

import (
	"strings"
	"sync"
)

var (
	templates     map[string]template
	templatesOnce sync.Once
)

// exactTemplate returns the template of a full name.
func exactTemplate(name string) (template, bool) {
	templatesOnce.Do(makeTemplates)
	t, ok := templates[strings.TrimPrefix(name, "llvm.")]
	return t, ok
}

func row(ptx, sm int, name, text string) { templates[name] = template{text: text, ptx: ptx, sm: sm} }

// ownRow is row for machines with a suffix.
func ownRow(ptx, sm int, name, text string) {
	templates[name] = template{text: text, ptx: ptx, sm: sm, own: true}
}

func makeTemplates() {
	templates = map[string]template{}
	copyTemplates()
	clusterTemplates()
	barrierTemplates()
	bitTemplates()
	convertTemplates()
	floatTemplates()
	olderWarpTemplates()
	newerTemplates()
}

// templateFamilies are the intrinsics that a rule describes.
var templateFamilies = []templateFamily{
	{"nvvm.atomic.", atomicTemplate},
	{"nvvm.mma.", mmaTemplate},
	{"nvvm.wmma.", wmmaTemplate},
	{"nvvm.ldmatrix.sync.aligned.", loadMatrixTemplate},
	{"nvvm.stmatrix.sync.aligned.", storeMatrixTemplate},
	{"nvvm.cp.async.bulk.tensor.", tensorTemplate},
	{"nvvm.tensormap.replace.", tensorMapTemplate},
	{"nvvm.tex.", textureTemplate},
	{"nvvm.tld4.", gatherTemplate},
	{"nvvm.suld.", surfaceLoadTemplate},
	{"nvvm.sust.", surfaceStoreTemplate},
}

// copyTemplates has the asynchronous copies, the prefetches, and the queries of textures.
func copyTemplates() {
	for _, q := range []string{"width", "height", "depth", "channel.data.type", "channel.order", "array.size",
		"num.samples", "num.mipmap.levels"} {
		word := strings.ReplaceAll(q, ".", "_")
		row(20, 20, "nvvm.txq."+q, "txq."+word+".b32 $r, [$0];")
		if !strings.HasPrefix(q, "num") {
			row(20, 20, "nvvm.suq."+q, "suq."+word+".b32 $r, [$0];")
		}
	}
	for _, c := range []string{"ca 4", "ca 8", "ca 16", "cg 16"} {
		kind, size, _ := strings.Cut(c, " ")
		name, text := "nvvm.cp.async."+kind+".shared.global."+size, "cp.async."+kind+".shared.global [$0], [$1], "+size
		row(70, 80, name, text+";")
		row(70, 80, name+".s", text+", $2;")
	}
	for _, name := range []string{"fence", "commit_group"} {
		ownRow(80, 90, "nvvm.wgmma."+name+".sync.aligned", "wgmma."+name+".sync.aligned;")
	}
	ownRow(80, 90, "nvvm.wgmma.wait_group.sync.aligned", "wgmma.wait_group.sync.aligned <0|0|1|2|3|4|5|6|7>;")
	row(70, 80, "nvvm.cp.async.commit.group", "cp.async.commit_group;")
	row(70, 80, "nvvm.cp.async.wait.group", "cp.async.wait_group $0;")
	row(70, 80, "nvvm.cp.async.wait.all", "cp.async.wait_all;")
	row(80, 90, "nvvm.cp.async.bulk.commit.group", "cp.async.bulk.commit_group;")
	row(80, 90, "nvvm.cp.async.bulk.wait.group", "cp.async.bulk.wait_group $0;")
	row(80, 90, "nvvm.cp.async.bulk.wait.group.read", "cp.async.bulk.wait_group.read $0;")
	row(80, 90, "nvvm.cp.async.bulk.global.to.shared.cluster", "cp.async.bulk.shared::cluster.global."+
		"mbarrier::complete_tx::bytes<6||.multicast::cluster><7||.L2::cache_hint> [$0], [$2], $3, [$1]<6||, $4h><7||, $5>;")
	row(80, 90, "nvvm.cp.async.bulk.shared.cta.to.cluster", "cp.async.bulk.shared::cluster.shared::cta."+
		"mbarrier::complete_tx::bytes [$0], [$2], $3, [$1];")
	row(80, 90, "nvvm.cp.async.bulk.shared.cta.to.global", "cp.async.bulk.global.shared::cta.bulk_group"+
		"<4||.L2::cache_hint> [$0], [$1], $2<4||, $3>;")
	row(80, 90, "nvvm.cp.async.bulk.prefetch.L2",
		"cp.async.bulk.prefetch.L2.global<3||.L2::cache_hint> [$0], $1<3||, $2>;")
	for _, s := range []string{"", "global.", "local."} {
		for _, l := range []string{"L1", "L2"} {
			row(20, 20, "nvvm.prefetch."+s+l, "prefetch."+s+l+" [$0];")
		}
	}
	row(20, 20, "nvvm.prefetchu.L1", "prefetchu.L1 [$0];")
	row(74, 80, "nvvm.prefetch.global.L2.evict.last", "prefetch.global.L2::evict_last [$0];")
	row(74, 80, "nvvm.prefetch.global.L2.evict.normal", "prefetch.global.L2::evict_normal [$0];")
	row(80, 90, "nvvm.prefetch.tensormap", "prefetch.tensormap [$0];")
	row(74, 80, "nvvm.applypriority.global.L2.evict.normal", "applypriority.global.L2::evict_normal [$0], <1=128>;")
	row(74, 80, "nvvm.applypriority.L2.evict.normal", "applypriority.L2::evict_normal [$0], <1=128>;")
}

// clusterTemplates has the registers and barriers of clusters, and what came with them.
func clusterTemplates() {
	for _, d := range []string{"x", "y", "z", "w"} {
		row(78, 90, "nvvm.read.ptx.sreg.clusterid."+d, "mov.u32 $r, %clusterid."+d+";")
		row(78, 90, "nvvm.read.ptx.sreg.nclusterid."+d, "mov.u32 $r, %nclusterid."+d+";")
		row(78, 90, "nvvm.read.ptx.sreg.cluster.ctaid."+d, "mov.u32 $r, %cluster_ctaid."+d+";")
		row(78, 90, "nvvm.read.ptx.sreg.cluster.nctaid."+d, "mov.u32 $r, %cluster_nctaid."+d+";")
	}
	row(78, 90, "nvvm.read.ptx.sreg.cluster.ctarank", "mov.u32 $r, %cluster_ctarank;")
	row(78, 90, "nvvm.read.ptx.sreg.cluster.nctarank", "mov.u32 $r, %cluster_nctarank;")
	row(78, 90, "nvvm.is_explicit_cluster", "mov.pred $r, %is_explicit_cluster;")
	row(78, 90, "nvvm.isspacep.shared.cluster", "isspacep.shared::cluster $r, $0;")
	row(78, 90, "nvvm.mapa", "mapa.u64 $r, $0, $1;")
	row(78, 90, "nvvm.mapa.shared.cluster", "mapa.shared::cluster.u64 $r, $0, $1;")
	row(78, 90, "nvvm.getctarank", "getctarank.u64 $r, $0;")
	row(78, 90, "nvvm.getctarank.shared.cluster", "getctarank.shared::cluster.u64 $r, $0;")
	for _, aligned := range []string{"", ".aligned"} {
		row(78, 90, "nvvm.barrier.cluster.arrive"+aligned, "barrier.cluster.arrive"+aligned+";")
		row(80, 90, "nvvm.barrier.cluster.arrive.relaxed"+aligned, "barrier.cluster.arrive.relaxed"+aligned+";")
		row(78, 90, "nvvm.barrier.cluster.wait"+aligned, "barrier.cluster.wait"+aligned+";")
	}
	row(78, 90, "nvvm.fence.sc.cluster", "fence.sc.cluster;")
	row(80, 90, "nvvm.fence.mbarrier_init.release.cluster", "fence.mbarrier_init.release.cluster;")
	row(75, 70, "nvvm.fence.proxy.alias", "fence.proxy.alias;")
	row(80, 90, "nvvm.fence.proxy.async", "fence.proxy.async;")
	row(80, 90, "nvvm.fence.proxy.async.global", "fence.proxy.async.global;")
	row(80, 90, "nvvm.fence.proxy.async.shared_cluster", "fence.proxy.async.shared::cluster;")
	row(80, 90, "nvvm.fence.proxy.async.shared_cta", "fence.proxy.async.shared::cta;")
	for _, s := range []string{"cta", "cluster", "gpu", "sys"} {
		row(83, 90, "nvvm.fence.proxy.tensormap_generic.acquire."+s, "fence.proxy.tensormap::generic.acquire."+s+" [$0], <1=128>;")
		row(83, 90, "nvvm.fence.proxy.tensormap_generic.release."+s, "fence.proxy.tensormap::generic.release."+s+";")
	}
	row(80, 90, "nvvm.elect.sync", "elect.sync $r0|$r1, $0;")
	row(78, 90, "nvvm.griddepcontrol.wait", "griddepcontrol.wait;")
	row(78, 90, "nvvm.griddepcontrol.launch.dependents", "griddepcontrol.launch_dependents;")
	for _, d := range []string{"inc", "dec"} {
		templates["nvvm.setmaxnreg."+d+".sync.aligned.u32"] = template{text: "setmaxnreg." + d + ".sync.aligned.u32 $0;",
			ptx: 80, sm: 90, own: true}
	}
}

// barrierTemplates has the barriers in memory.
func barrierTemplates() {
	for _, s := range []string{"", ".shared"} {
		row(70, 80, "nvvm.cp.async.mbarrier.arrive"+s, "cp.async.mbarrier.arrive"+s+".b64 [$0];")
		row(70, 80, "nvvm.cp.async.mbarrier.arrive.noinc"+s, "cp.async.mbarrier.arrive.noinc"+s+".b64 [$0];")
		row(70, 80, "nvvm.mbarrier.init"+s, "mbarrier.init"+s+".b64 [$0], $1;")
		row(70, 80, "nvvm.mbarrier.inval"+s, "mbarrier.inval"+s+".b64 [$0];")
		row(70, 80, "nvvm.mbarrier.arrive"+s, "mbarrier.arrive"+s+".b64 $r, [$0];")
		row(70, 80, "nvvm.mbarrier.arrive.noComplete"+s, "mbarrier.arrive.noComplete"+s+".b64 $r, [$0], $1;")
		row(70, 80, "nvvm.mbarrier.arrive.drop"+s, "mbarrier.arrive_drop"+s+".b64 $r, [$0];")
		row(70, 80, "nvvm.mbarrier.arrive.drop.noComplete"+s, "mbarrier.arrive_drop.noComplete"+s+".b64 $r, [$0], $1;")
		row(70, 80, "nvvm.mbarrier.test.wait"+s, "mbarrier.test_wait"+s+".b64 $r, [$0], $1;")
	}
	row(70, 80, "nvvm.mbarrier.pending.count", "mbarrier.pending_count.b64 $r, $0;")
	for _, scope := range []string{"cta", "cluster"} {
		for _, space := range []string{"cta", "cluster"} {
			at := ".scope." + scope + ".space." + space
			in := "." + scope + ".shared::" + space + ".b64 "
			for _, order := range []string{"", ".relaxed"} {
				sem, v := ".release", 80
				if order != "" {
					sem, v = order, 86
				}
				result := "$r"
				if space == "cluster" {
					result = "_"
				}
				for _, op := range []string{"", ".drop", ".expect.tx", ".drop.expect.tx"} {
					text := "mbarrier.arrive" + strings.NewReplacer(".drop", "_drop", ".expect.tx", ".expect_tx").Replace(op)
					row(v, 90, "nvvm.mbarrier.arrive"+op+order+at, text+sem+in+result+", [$0], $1;")
				}
				if space == "cluster" {
					continue
				}
				if order == "" {
					sem = ".acquire"
				}
				row(v, 90, "nvvm.mbarrier.test.wait"+order+at, "mbarrier.test_wait"+sem+in+"$r, [$0], $1;")
				row(v, 90, "nvvm.mbarrier.test.wait.parity"+order+at, "mbarrier.test_wait.parity"+sem+in+"$r, [$0], $1;")
				for _, parity := range []string{"", ".parity"} {
					row(v, 90, "nvvm.mbarrier.try.wait"+parity+order+at, "mbarrier.try_wait"+parity+sem+in+"$r, [$0], $1;")
					row(v, 90, "nvvm.mbarrier.try.wait"+parity+".tl"+order+at, "mbarrier.try_wait"+parity+sem+in+"$r, [$0], $1, $2;")
				}
			}
			row(80, 90, "nvvm.mbarrier.expect.tx"+at, "mbarrier.expect_tx.relaxed"+in+"[$0], $1;")
			row(80, 90, "nvvm.mbarrier.complete.tx"+at, "mbarrier.complete_tx.relaxed"+in+"[$0], $1;")
		}
	}
}

// bitTemplates has operations on integers.
func bitTemplates() {
	for x, xt := range map[string]string{"s": "s32", "u": "u32"} {
		for y, yt := range map[string]string{"s": "s32", "u": "u32"} {
			row(50, 61, "nvvm.idp4a."+x+"."+y, "dp4a."+xt+"."+yt+" $r, $0, $1, $2;")
			row(50, 61, "nvvm.idp2a."+x+"."+y, "dp2a<2|.lo|.hi>."+xt+"."+yt+" $r, $0, $1, $3;")
		}
	}
	for _, m := range []string{"clamp", "wrap"} {
		row(76, 70, "nvvm.bmsk."+m, "bmsk."+m+".b32 $r, $0, $1;")
		row(76, 70, "nvvm.sext."+m, "szext."+m+".s32 $r, $0, $1;")
		row(76, 70, "nvvm.zext."+m, "szext."+m+".u32 $r, $0, $1;")
	}
	row(31, 32, "nvvm.fshl.clamp.i32", "shf.l.clamp.b32 $r, $1, $0, $2;")
	row(31, 32, "nvvm.fshr.clamp.i32", "shf.r.clamp.b32 $r, $1, $0, $2;")
	row(60, 30, "nvvm.fns", "fns.b32 $r, $0, $1, $2;")
	row(31, 32, "nvvm.rotate.b32", "shf.l.wrap.b32 $r, $0, $0, $1;")
	row(10, 10, "nvvm.sad.ll", "sad.s64 $r, $0, $1, $2;")
	row(10, 10, "nvvm.sad.ull", "sad.u64 $r, $0, $1, $2;")
	row(10, 10, "nvvm.sad.s", "sad.s16 $rh, $0h, $1h, $2h;")
	row(10, 10, "nvvm.sad.us", "sad.u16 $rh, $0h, $1h, $2h;")
	row(10, 10, "nvvm.mulhi.s", "mul.hi.s16 $rh, $0h, $1h;")
	row(10, 10, "nvvm.mulhi.us", "mul.hi.u16 $rh, $0h, $1h;")
	for name, t := range map[string]string{"s.i32": "s32", "s.i64": "s64", "u.i32": "u32", "u.i64": "u64"} {
		row(20, 20, "nvvm.flo."+name, "bfind<1||.shiftamt>."+t+" $r, $0;")
	}
	for _, m := range []string{"f4e", "b4e"} {
		row(20, 20, "nvvm.prmt."+m, "prmt.b32."+m+" $r, $0, $1, $2;")
	}
	for _, m := range []string{"rc8", "ecl", "ecr", "rc16"} {
		row(20, 20, "nvvm.prmt."+m, "prmt.b32."+m+" $r, $0, 0, $1;")
	}
	row(30, 20, "nvvm.pm.event.mask", "pmevent.mask $0;")
}

// convertTemplates has conversions between formats of floats.
func convertTemplates() {
	for _, m := range []string{"rn", "rz"} {
		for _, relu := range []string{"", ".relu"} {
			for _, sat := range []string{"", ".satfinite"} {
				mode, v, sm := m+relu+sat, 70, 80
				if sat != "" {
					v = 81
				}
				row(v, sm, "nvvm.ff2bf16x2."+mode, "cvt."+mode+".bf16x2.f32 $r, $0, $1;")
				row(v, sm, "nvvm.ff2f16x2."+mode, "cvt."+mode+".f16x2.f32 $r, $0, $1;")
				row(v, sm, "nvvm.f2bf16."+mode, "cvt."+mode+".bf16.f32 $rh, $0;")
				row(v, sm, "nvvm.f2f16."+mode, "cvt."+mode+".f16.f32 $rh, $0;")
				if sat == "" {
					row(78, 90, "nvvm.f2tf32."+mode, "cvt."+mode+".tf32.f32 $r, $0;")
				}
			}
		}
	}
	row(70, 80, "nvvm.f2tf32.rna", "cvt.rna.tf32.f32 $r, $0;")
	row(81, 89, "nvvm.f2tf32.rna.satfinite", "cvt.rna.satfinite.tf32.f32 $r, $0;")
	for _, t := range []string{"e4m3x2", "e5m2x2"} {
		for _, relu := range []string{"", ".relu"} {
			row(81, 89, "nvvm.ff.to."+t+".rn"+relu, "cvt.rn.satfinite"+relu+"."+t+".f32 $rh, $0, $1;")
			row(81, 89, "nvvm.f16x2.to."+t+".rn"+relu, "cvt.rn.satfinite"+relu+"."+t+".f16x2 $rh, $0;")
			row(81, 89, "nvvm."+t+".to.f16x2.rn"+relu, "cvt.rn"+relu+".f16x2."+t+" $r, $0h;")
		}
	}
	row(10, 20, "nvvm.f2h.rn", "cvt.rn.f16.f32 $rh, $0;")
	row(10, 20, "nvvm.f2h.rn.ftz", "cvt.rn.ftz.f16.f32 $rh, $0;")
	row(10, 20, "convert.from.fp16.f32", "cvt.f32.f16 $r, $0h;")
	row(10, 20, "convert.from.fp16.f64", "cvt.f64.f16 $r, $0h;")
	row(10, 20, "convert.to.fp16.f32", "cvt.rn.f16.f32 $rh, $0;")
	row(10, 20, "convert.to.fp16.f64", "cvt.rn.f16.f64 $rh, $0;")
	for name, mode := range map[string]string{"ceil": "rpi", "floor": "rmi", "trunc": "rzi", "round": "rni"} {
		row(10, 20, "nvvm."+name+".f", "cvt."+mode+".f32.f32 $r, $0;")
		row(10, 20, "nvvm."+name+".ftz.f", "cvt."+mode+".ftz.f32.f32 $r, $0;")
		row(10, 20, "nvvm."+name+".d", "cvt."+mode+".f64.f64 $r, $0;")
	}
}

// floatTemplates has the arithmetic on half, bfloat and float that the IR has no instruction for.
func floatTemplates() {
	types := []string{"f16", "f16x2", "bf16", "bf16x2"}
	for _, t := range types {
		brain := t[0] == 'b'
		for _, m := range []string{"", ".ftz", ".sat", ".ftz.sat", ".relu", ".ftz.relu"} {
			if brain && m != "" && m != ".relu" {
				continue
			}
			v, sm := 42, 53
			if brain || strings.HasSuffix(m, ".relu") {
				v, sm = 70, 80
			}
			row(v, sm, "nvvm.fma.rn"+m+"."+t, "fma.rn"+m+"."+t+ofType(t, 3))
		}
	}
	for _, op := range []string{"min", "max"} {
		for _, t := range append(types, "f") {
			for _, ftz := range []string{"", ".ftz"} {
				for _, nan := range []string{"", ".nan"} {
					for _, abs := range []string{"", ".xorsign.abs"} {
						if t[0] == 'b' && ftz != "" || t == "f" && nan == "" && abs == "" { // the last has a row in nvvm.go
							continue
						}
						v, sm := 70, 80
						if abs != "" {
							v, sm = 72, 86
						}
						pt := strings.Replace(t, "f", "f32", 1)
						if t != "f" {
							pt = t
						}
						row(v, sm, "nvvm.f"+op+ftz+nan+abs+"."+t,
							op+ftz+strings.Replace(nan, "nan", "NaN", 1)+abs+"."+pt+ofType(t, 2))
					}
				}
			}
		}
	}
	for _, t := range []string{"bf16", "bf16x2"} {
		row(70, 80, "nvvm.abs."+t, "abs."+t+ofType(t, 1))
		row(70, 80, "nvvm.neg."+t, "neg."+t+ofType(t, 1))
	}
	for name, t := range map[string]string{"f16": "f16", "v2f16": "f16x2"} {
		row(65, 53, "nvvm.fabs."+name, "abs."+t+ofType(t, 1))
		row(65, 53, "nvvm.fabs.ftz."+name, "abs.ftz."+t+ofType(t, 1))
	}
	row(20, 20, "nvvm.fabs.f32", "abs.f32 $r, $0;")
	row(20, 20, "nvvm.fabs.ftz.f32", "abs.ftz.f32 $r, $0;")
	row(20, 20, "nvvm.fabs.f64", "abs.f64 $r, $0;")
	row(70, 80, "nvvm.fabs.bf16", "abs.bf16 $rh, $0h;")
	row(70, 80, "nvvm.fabs.v2bf16", "abs.bf16x2 $r, $0;")
	row(70, 75, "nvvm.ex2.approx.f16", "ex2.approx.f16 $rh, $0h;")
	row(70, 75, "nvvm.ex2.approx.f16x2", "ex2.approx.f16x2 $r, $0;")
	row(70, 75, "nvvm.ex2.approx.v2f16", "ex2.approx.f16x2 $r, $0;")
	row(78, 90, "nvvm.ex2.approx.ftz.bf16", "ex2.approx.ftz.bf16 $rh, $0h;")
	row(78, 90, "nvvm.ex2.approx.ftz.v2bf16", "ex2.approx.ftz.bf16x2 $r, $0;")
	row(40, 20, "nvvm.rsqrt.approx.ftz.d", "rsqrt.approx.ftz.f64 $r, $0;")
	for _, op := range []string{"add", "fma"} {
		for _, m := range []string{"rn", "rz", "rm", "rp"} {
			operands := " $r, $0, $1;"
			if op == "fma" {
				operands = " $r, $0, $1, $2;"
			}
			row(20, 20, "nvvm."+op+"."+m+".sat.f", op+"."+m+".sat.f32"+operands)
			row(20, 20, "nvvm."+op+"."+m+".ftz.sat.f", op+"."+m+".ftz.sat.f32"+operands)
		}
	}
	for name, op := range map[string]string{"fmin": "min", "fmax": "max"} {
		for _, m := range []string{"", ".abs", ".NaN", ".abs.NaN"} {
			templates["nvvm.redux.sync."+name+m] = template{text: "redux.sync." + op + m + ".f32 $r, $0, $1;", ptx: 86,
				sm: 100, own: true}
		}
	}
}

// ofType returns the operands of an operation with n arguments on half or bfloat, or on two of them.
func ofType(t string, n int) string {
	h := "h"
	if strings.HasSuffix(t, "x2") || t == "f" {
		h = ""
	}
	return " $r" + h + ", $0" + h + strings.Join([]string{"", ", $1" + h, ", $2" + h}[:n], "") + ";"
}

// olderWarpTemplates has the warp operations without a mask, which machines up to sm_62 have.
func olderWarpTemplates() {
	older := func(name, text string) { templates[name] = template{text: text, ptx: 30, sm: 30, last: 62} }
	for _, m := range []string{"up", "down", "bfly", "idx"} {
		for _, t := range []string{"i32", "f32"} {
			older("nvvm.shfl."+m+"."+t, "shfl."+m+".b32 $r, $0, $1, $2;")
			older("nvvm.shfl."+m+"."+t+"p", "shfl."+m+".b32 $r0|$r1, $0, $1, $2;")
		}
	}
	for _, m := range []string{"all", "any", "uni"} {
		older("nvvm.vote."+m, "vote."+m+".pred $r, $0;")
	}
	older("nvvm.vote.ballot", "vote.ballot.b32 $r, $0;")
}

// newerTemplates has what LLVM 20 to 22 added.
func newerTemplates() {
	for _, op := range []string{"and", "or", "popc"} {
		kind := ".pred"
		if op == "popc" {
			kind = ".u32"
		}
		row(20, 20, "nvvm.barrier.cta.red."+op+".aligned.count", "bar.red."+op+kind+" $r, $0, $1, $2;")
		row(60, 30, "nvvm.barrier.cta.red."+op+".count", "barrier.red."+op+kind+" $r, $0, $1, $2;")
		row(60, 30, "nvvm.barrier.cta.red."+op+".all", "barrier.red."+op+kind+" $r, $0, $1;")
	}
	row(14, 20, "nvvm.div.full.ftz", "div.full.ftz.f32 $r, $0, $1;")
	row(70, 75, "nvvm.tanh.approx.f32", "tanh.approx.f32 $r, $0;")
	row(86, 100, "nvvm.st.bulk", "st.bulk [$0], $1, <2=0>;")
	row(86, 100, "nvvm.st.bulk.shared.cta", "st.bulk.shared::cta [$0], $1, <2=0>;")
	row(74, 80, "nvvm.discard.L2", "discard.L2 [$0], <1=128>;")
	row(74, 80, "nvvm.discard.global.L2", "discard.global.L2 [$0], <1=128>;")
	row(86, 90, "nvvm.cp.async.bulk.global.to.shared.cta", "cp.async.bulk.shared::cta.global."+
		"mbarrier::complete_tx::bytes<5||.L2::cache_hint> [$0], [$2], $3, [$1]<5||, $4>;")
	row(86, 100, "nvvm.cp.async.bulk.shared.cta.to.global.bytemask", "cp.async.bulk.global.shared::cta.bulk_group"+
		"<4||.L2::cache_hint>.cp_mask [$0], [$1], $2<4||, $3>, $5h;")
	for _, x := range [][2]string{{"acquire", "cluster"}, {"release", "cta"}} {
		text := x[0] + ".sync_restrict::shared::" + x[1] + ".cluster;"
		name := x[0] + ".sync_restrict.space." + x[1] + ".scope.cluster"
		row(86, 90, "nvvm.fence."+name, "fence."+text)
		row(86, 90, "nvvm.fence.proxy.async_generic."+name, "fence.proxy.async::generic."+text)
	}
	for _, relu := range []string{"", ".relu"} {
		for _, t := range []string{"e2m3x2", "e3m2x2"} {
			ownRow(86, 100, "nvvm.ff.to."+t+".rn"+relu+".satfinite", "cvt.rn.satfinite"+relu+"."+t+".f32 $rh, $0, $1;")
			ownRow(86, 100, "nvvm."+t+".to.f16x2.rn"+relu, "cvt.rn"+relu+".f16x2."+t+" $r, $0h;")
		}
		ownRow(86, 100, "nvvm.ff.to.e2m1x2.rn"+relu+".satfinite", "{ .reg .b8 %e2m1x2_out; cvt.rn.satfinite"+relu+".e2m1x2.f32 %e2m1x2_out, $0, $1; cvt.u16.u8 $rh, %e2m1x2_out; }")
		ownRow(86, 100, "nvvm.e2m1x2.to.f16x2.rn"+relu, "{ .reg .b8 %e2m1x2_in; cvt.u8.u16 %e2m1x2_in, $0h; cvt.rn"+relu+".f16x2.e2m1x2 $r, %e2m1x2_in; }")
		for _, r := range []string{"rn", "rz"} {
			row(86, 100, "nvvm.f2tf32."+r+relu+".satfinite", "cvt."+r+relu+".satfinite.tf32.f32 $r, $0;")
		}
		for _, sat := range []string{"", ".satfinite"} {
			for _, t := range []string{"f16x2", "bf16x2"} {
				ownRow(87, 100, "nvvm.ff2"+t+".rs"+relu+sat, "cvt.rs"+relu+sat+"."+t+".f32 $r, $0, $1, $2;")
			}
		}
	}
	const cancel, query = "clusterlaunchcontrol.try_cancel.async", "clusterlaunchcontrol.query_cancel."
	row(86, 100, "nvvm."+cancel+".shared", cancel+".shared::cta.mbarrier::complete_tx::bytes.b128 [$0], [$1];")
	ownRow(86, 100, "nvvm."+cancel+".multicast.shared", cancel+".shared::cta.mbarrier::complete_tx::bytes.multicast::cluster::all.b128 [$0], [$1];")
	row(86, 100, "nvvm."+query+"is_canceled", "{ .reg .b128 %clc_handle; mov.b128 %clc_handle, {$0}; "+query+"is_canceled.pred.b128 $r, %clc_handle; }")
	for _, d := range []string{"x", "y", "z"} {
		row(86, 100, "nvvm."+query+"get_first_ctaid."+d, "{ .reg .b128 %clc_handle; mov.b128 %clc_handle, {$0}; "+query+"get_first_ctaid::"+d+".b32.b128 $r, %clc_handle; }")
	}
	ownRow(86, 100, "nvvm.ue8m0x2.to.bf16x2", "cvt.rn.bf16x2.ue8m0x2 $r, $0h;")
	for _, r := range []string{"rz", "rp"} {
		for _, sat := range []string{"", ".satfinite"} {
			ownRow(86, 100, "nvvm.ff.to.ue8m0x2."+r+sat, "cvt."+r+sat+".ue8m0x2.f32 $rh, $0, $1;")
			ownRow(86, 100, "nvvm.bf16x2.to.ue8m0x2."+r+sat, "cvt."+r+sat+".ue8m0x2.bf16x2 $rh, $0;")
		}
	}
}

// tensorMapTemplate makes tensormap.replace.*, which change a field of a tensor map.
func tensorMapTemplate(rest string) (template, bool) {
	at := strings.LastIndexByte(rest, '.')
	if at < 0 {
		return template{}, false
	}
	field, as := rest[:at], rest[at+1:]
	space, known := map[string]string{"p1": ".global", "p3": ".shared::cta"}[as]
	kind, operands := ".b32", "$1"
	switch field {
	case "global.address":
		kind = ".b64"
	case "global.stride":
		kind, operands = ".b64", "$1, $2"
	case "box.dim", "global.dim", "element.stride":
		operands = "$1, $2"
	case "rank", "elemtype", "interleave.layout", "swizzle.mode", "swizzle.atomicity", "fill.mode":
	default:
		return template{}, false
	}
	t := template{ptx: 83, sm: 90, own: true}
	if field == "swizzle.atomicity" {
		t.ptx, t.sm = 86, 100
	}
	t.text = "tensormap.replace.tile." + strings.ReplaceAll(field, ".", "_") + space + ".b1024" + kind + " [$0], " + operands + ";"
	return t, known
}
